package dev.playloop.worlds.chain.evm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.Signer;
import dev.playloop.worlds.chain.backend.SeenAttempt;
import dev.playloop.worlds.chain.backend.SendAnswer;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import dev.playloop.worlds.chain.crypto.KeySigner;
import dev.playloop.worlds.chain.fee.FeePolicy;
import dev.playloop.worlds.chain.node.RpcValue;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is signed, and what a node makes of it.
final class EvmSubmitterTest extends EvmNodeCase {
  private static final FeePolicy POLICY =
      FeePolicy.capped(BigInteger.TEN.pow(20), BigInteger.TEN.pow(21));

  @ParameterizedTest
  @EnumSource
  void theNodeReadsWhatWasSignedAndFindsItsHashAndItsAccount(EvmStyle style) throws Exception {
    open(style);
    for (int nonce = 0; nonce < 16; nonce++) {
      SignedAttempt attempt = signed(nonce, FEES, "deposit 0x" + (nonce + 1));

      assertThat(submitter.send(attempt)).isEqualTo(new SendAnswer.Taken());

      RpcValue seen = place.anvil().ask("eth_getTransactionByHash", attempt.hash());
      assertThat(seen.field("from").felt()).isEqualTo(key.address());
      assertThat(seen.field("nonce").u64()).isEqualTo(nonce);
      assertThat(seen.field("chainId").u64()).isEqualTo(submitter.chain());
      assertThat(seen.field("gas").u64()).isEqualTo(FEES.limit());
      assertThat(seen.field(style == EvmStyle.LEGACY ? "gasPrice" : "maxFeePerGas").u128())
          .isEqualTo(FEES.price());
      assertThat(seen.field("type").u64()).isEqualTo(style == EvmStyle.LEGACY ? 0 : 2);
      if (style == EvmStyle.TIPPED) {
        assertThat(seen.field("maxPriorityFeePerGas").u128()).isEqualTo(FEES.tip());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void anAttemptThatIsDearEnoughReplacesAndACheaperOneDoesNot(EvmStyle style) throws Exception {
    open(style);
    SignedAttempt first = signed(0, FEES, "deposit 0x7");
    submitter.send(first);
    ResourceBounds little = POLICY.withBump(10, 8).raised(first.bounds(), null);
    EvmFees less = EvmFees.of(little);
    EvmFees tooLittle =
        new EvmFees(less.limit(), less.price().subtract(BigInteger.TWO.pow(33)), less.tip());

    assertThat(submitter.send(submitter.again(first, tooLittle.bounds(), key)))
        .isInstanceOf(SendAnswer.TooCheap.class);
    SignedAttempt dearer = submitter.again(first, little, key);
    assertThat(submitter.send(dearer)).isEqualTo(new SendAnswer.Taken());

    assertThat(dearer.nonce()).isEqualTo(first.nonce());
    assertThat(less.tip()).as("a tenth more, too").isGreaterThan(FEES.tip());
    assertThat(backend.status(first.hash())).isEqualTo(SeenAttempt.UNKNOWN);
    assertThat(backend.status(dearer.hash())).isEqualTo(SeenAttempt.WAITING);
  }

  @ParameterizedTest
  @EnumSource
  void theSameBytesAreTakenOnceAndAUsedNonceIsNot(EvmStyle style) throws Exception {
    open(style);
    SignedAttempt attempt = signed(0, FEES, "deposit 0x7");

    assertThat(submitter.send(attempt)).isEqualTo(new SendAnswer.Taken());
    assertThat(submitter.send(attempt)).isEqualTo(new SendAnswer.Taken());
    place.block();
    assertThat(submitter.send(attempt)).isEqualTo(new SendAnswer.WrongNonce());
    assertThat(submitter.send(signed(0, FEES, "deposit 0x8")))
        .isEqualTo(new SendAnswer.WrongNonce());
    assertThat(backend.status(attempt.hash()).stage()).isEqualTo(SeenAttempt.Stage.ACCEPTED);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsSignedForOneChainIsNotSentToAnother(EvmStyle style) throws Exception {
    open(style);
    EvmSubmitter elsewhere =
        new EvmSubmitter(place.node(), submitter.contracts(), style, submitter.chain() + 1);
    SignedAttempt attempt = signed(0, FEES, "deposit 0x7");

    assertThatThrownBy(() -> elsewhere.send(attempt)).isInstanceOf(IllegalStateException.class);

    SignedAttempt foreign = elsewhere.again(attempt, attempt.bounds(), key);
    assertThat(foreign.hash()).isNotEqualTo(attempt.hash());
    if (style == EvmStyle.TIPPED) { // anvil takes legacy ones of any chain
      assertThat(elsewhere.send(foreign)).isInstanceOf(SendAnswer.Refused.class);
      assertThat(backend.status(foreign.hash())).isEqualTo(SeenAttempt.UNKNOWN);
    }
  }

  @ParameterizedTest
  @EnumSource
  void changedBytesAreNotSent(EvmStyle style) throws Exception {
    open(style);
    SignedAttempt attempt = signed(0, FEES, "deposit 0x7");
    for (String field : List.of("style", "to", "data", "r", "s", "odd")) {
      SignedAttempt changed =
          new SignedAttempt(
              attempt.account(), 0, attempt.hash(), attempt.bounds(), attempt.body().deepCopy());
      changed.body().put(field, field.equals("style") ? other(style) : "0x1");
      if (field.equals("odd")) {
        changed.body().put(field, !attempt.body().path(field).booleanValue());
      }

      assertThatThrownBy(() -> submitter.send(changed))
          .as(field)
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(backend.status(attempt.hash())).isEqualTo(SeenAttempt.UNKNOWN);
  }

  private static String other(EvmStyle style) {
    return style == EvmStyle.LEGACY ? "TIPPED" : "LEGACY";
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotTakenIsToldApart(EvmStyle style) throws Exception {
    open(style);
    EvmFees ruin = new EvmFees(29_000_000, BigInteger.TEN.pow(20), FEES.tip());
    EvmFees nothing = new EvmFees(200_000, BigInteger.ONE, BigInteger.ONE);

    SendAnswer poor = submitter.send(signed(0, ruin, "deposit 0x7"));
    SendAnswer cheap = submitter.send(signed(0, nothing, "deposit 0x7"));

    assertThat(poor).isInstanceOf(SendAnswer.Refused.class);
    assertThat(((SendAnswer.Refused) poor).code()).isEqualTo("balance_too_low");
    assertThat(cheap).isInstanceOf(SendAnswer.TooCheap.class);
  }

  @ParameterizedTest
  @EnumSource
  void onlyTheAccountsOwnKeySigns(EvmStyle style) throws Exception {
    open(style);
    SignedAttempt attempt = signed(0, FEES, "deposit 0x7");
    EvmKey another = place.key(27);
    Signer ofStarknet = KeySigner.of(BigInteger.TEN);

    assertThatThrownBy(() -> submitter.again(attempt, attempt.bounds(), another))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> submitter.again(attempt, attempt.bounds(), ofStarknet))
        .isInstanceOf(IllegalStateException.class);
  }
}
