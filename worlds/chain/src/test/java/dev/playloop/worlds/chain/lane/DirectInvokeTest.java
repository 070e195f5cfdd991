package dev.playloop.worlds.chain.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.AccountKey;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.backend.DirectInvoke;
import dev.playloop.worlds.chain.backend.SendAnswer;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import dev.playloop.worlds.chain.backend.Submitter;
import dev.playloop.worlds.chain.crypto.KeySigner;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DirectInvokeTest {
  private static final Felt CHAIN = Felt.shortString("SN_SEPOLIA");
  private static final KeySigner SIGNER = KeySigner.of(BigInteger.valueOf(0x1234));
  private static final ContractCall CALL = new ContractCall(Felt.of(7), "go", List.of(Felt.ONE));

  private static SignedAttempt signed(DirectInvoke submitter) throws InterruptedException {
    return submitter.sign(
        new Submitter.Unsigned(Felt.of(0xacc), 42, ResourceBounds.NONE, List.of(CALL)), SIGNER);
  }

  @Test
  void itSendsExactlyWhatWasSigned() throws Exception {
    List<SignedInvoke> sent = new ArrayList<>();
    DirectInvoke submitter =
        new DirectInvoke(
            new NoNode() {
              @Override
              public Felt invoke(SignedInvoke transaction) {
                sent.add(transaction);
                return transaction.hash();
              }
            },
            CHAIN);
    SignedAttempt attempt = signed(submitter);

    assertThat(submitter.send(attempt)).isEqualTo(new SendAnswer.Taken());
    assertThat(submitter.send(attempt)).isEqualTo(new SendAnswer.Taken());

    SignedInvoke expected =
        SignedInvoke.of(
            InvokeTransaction.of(Felt.of(0xacc), Felt.of(42), ResourceBounds.NONE, List.of(CALL)),
            CHAIN,
            SIGNER);
    assertThat(sent).containsExactly(expected, expected);
  }

  @Test
  void bytesThatAreNotThoseOfTheirHashAreNotSent() throws Exception {
    SignedAttempt attempt = signed(new DirectInvoke(new NoNode(), CHAIN));
    DirectInvoke elsewhere = new DirectInvoke(new NoNode(), Felt.shortString("SN_MAIN"));

    assertThatThrownBy(() -> elsewhere.send(attempt)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aKeyOfAnotherKindOfChainSignsNothing() {
    DirectInvoke submitter = new DirectInvoke(new NoNode(), CHAIN);
    Submitter.Unsigned order =
        new Submitter.Unsigned(Felt.of(0xacc), 42, ResourceBounds.NONE, List.of(CALL));

    assertThatThrownBy(() -> submitter.sign(order, new AccountKey() {}))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "59, Taken",
    "52, WrongNonce",
    "53, TooCheap",
    "64, TooCheap",
    "65, TooCheap",
    "54, Refused",
    "55, Refused"
  })
  void aRefusalOfTheNodeSaysThatNothingWasTakenIn(int code, String answer) throws Exception {
    DirectInvoke submitter = new DirectInvoke(refusing(code), CHAIN);

    assertThat(submitter.send(signed(submitter)).getClass().getSimpleName()).isEqualTo(answer);
  }

  @ParameterizedTest
  @CsvSource({"-32603", "500", "429"})
  void anyOtherErrorLeavesItInDoubt(int code) throws Exception {
    DirectInvoke submitter = new DirectInvoke(refusing(code), CHAIN);
    SignedAttempt attempt = signed(submitter);

    assertThatThrownBy(() -> submitter.send(attempt)).isInstanceOf(NodeUnavailable.class);
  }

  private static NoNode refusing(int code) {
    return new NoNode() {
      @Override
      public Felt invoke(SignedInvoke transaction) {
        throw new NodeRefusal(code, "no", "");
      }
    };
  }
}
