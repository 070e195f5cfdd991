package dev.playloop.worlds.chain.evm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.backend.AccountNonces;
import dev.playloop.worlds.chain.backend.CallPreview;
import dev.playloop.worlds.chain.backend.ChainMark;
import dev.playloop.worlds.chain.backend.ChainOutcome;
import dev.playloop.worlds.chain.backend.SeenAttempt;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What a node tells.
final class EvmBackendTest extends EvmNodeCase {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          deposit 0x0                    | nothing to deposit
          deposit 0x56bc75e2d63100001    | over the cap of a deposit
          give 0x0 0x1                   | no receiver
          give 0x51cc 0x3635c9adc5dea00001 | insufficient balance of gold
          build 0x0                      | nothing to build
          build 0x4                      | too many walls
          attack 0x51cc 0x3635c9adc5dea00001 | not so much to take
          attack 0x51cc                  | attack has 2 arguments, not 1
          """)
  void aSureRevertIsToldBeforeAnythingIsSigned(String line, String why) throws Exception {
    open(EvmStyle.TIPPED);

    assertThat(preview(line)).isEqualTo(new CallPreview.Reverts(why));
  }

  @ParameterizedTest
  @EnumSource
  void anEstimateIsEnoughForTheTransactionAsItIs(EvmStyle style) throws Exception {
    open(style);
    CallPreview.Fits fits = (CallPreview.Fits) preview("build 0x2");
    SignedAttempt attempt = signed(0, fits.estimate(), "build 0x2");

    submitter.send(attempt);
    assertThat(backend.nonces(key.address())).isEqualTo(new AccountNonces(1, 0));
    assertThat(backend.outcome(attempt.hash())).isNull();
    place.block();

    ChainOutcome outcome = Objects.requireNonNull(backend.outcome(attempt.hash()));
    assertThat(outcome.reverted()).isFalse();
    assertThat(outcome.fee()).isPositive().isLessThanOrEqualTo(attempt.ceiling());
    assertThat(outcome.block()).isEqualTo(backend.head());
    assertThat(backend.block(backend.head().number())).isEqualTo(backend.head());
    assertThat(backend.block(999_999)).isNull();
    assertThat(backend.nonces(key.address())).isEqualTo(new AccountNonces(1, 1));
    assertThat(backend.balance(key.address()))
        .isEqualTo(BigInteger.TEN.pow(22).subtract(outcome.fee()));
  }

  @ParameterizedTest
  @EnumSource
  void aRevertedTransactionTellsItsReasonAndItsFee(EvmStyle style) throws Exception {
    open(style);
    SignedAttempt attempt = signed(0, FEES, "build 0x4");

    submitter.send(attempt);
    place.block();

    assertThat(backend.status(attempt.hash()))
        .isEqualTo(new SeenAttempt(SeenAttempt.Stage.ACCEPTED, true, "too many walls"));
    ChainOutcome outcome = Objects.requireNonNull(backend.outcome(attempt.hash()));
    assertThat(outcome.reverted()).isTrue();
    assertThat(outcome.fee()).isPositive();
  }

  /// The second of two raids in one block is reverted by the first one.
  @Test
  void whatItsOwnBlockRevertedIsCalledAgainBehindThatBlock() throws Exception {
    open(EvmStyle.TIPPED);
    SignedAttempt first = signed(0, FEES, "attack 0x51dd 0x7");
    SignedAttempt second = signed(1, FEES, "attack 0x51dd 0x7");
    submitter.send(first);
    submitter.send(second);
    place.block();

    assertThat(backend.status(first.hash()).reverted()).isFalse();
    assertThat(backend.status(second.hash()).reason()).isEqualTo("raided in this block already");
  }

  @Test
  void whatRanOutOfGasSaysSo() throws Exception {
    open(EvmStyle.TIPPED);
    SignedAttempt attempt = signed(0, new EvmFees(25_000, FEES.price(), FEES.tip()), "deposit 0x7");

    submitter.send(attempt);
    place.block();

    assertThat(backend.status(attempt.hash()).reason()).containsPattern("(?i)gas|oog");
  }

  @Test
  void aChainIsToldByItsIdItsFirstBlockAndItsCode() throws Exception {
    open(EvmStyle.TIPPED);
    String contract = place.contract().hex();
    ChainMark asked = new ChainMark("", "", Map.of(contract, "", "0x51cc", ""));
    ChainMark seen = backend.mark(asked);

    assertThat(seen.id()).isEqualTo("0x7a69");
    assertThat(seen.genesis()).hasSize(66).startsWith("0x");
    assertThat(seen.classes())
        .containsEntry(
            contract,
            org.web3j.crypto.Hash.sha3(LedgerFiles.compiled().path("deployed").stringValue()))
        .containsEntry("0x51cc", "nothing");
    place.anvil().ask("anvil_setCode", EvmAddress.text(Felt.hex(contract)), "0x6001");
    assertThat(seen.differs(backend.mark(asked))).contains(contract);
    place
        .anvil()
        .ask(
            "anvil_setCode",
            EvmAddress.text(Felt.hex(contract)),
            LedgerFiles.compiled().path("deployed").stringValue());
    assertThat(seen.differs(backend.mark(asked))).isNull();
  }

  @Test
  void anAccountMakesOneCallATransaction() throws Exception {
    open(EvmStyle.TIPPED);

    assertThat(backend.preview(key.address(), 0, List.of(call("deposit 0x1"), call("deposit 0x1"))))
        .isInstanceOf(CallPreview.Reverts.class);
  }
}
