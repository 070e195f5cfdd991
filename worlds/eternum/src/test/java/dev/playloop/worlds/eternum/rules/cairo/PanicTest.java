package dev.playloop.worlds.eternum.rules.cairo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractPanic;
import org.junit.jupiter.api.Test;

/// The words in which a contract refuses.
final class PanicTest {
  @Test
  void aShortReasonIsOneWord() {
    ContractPanic panic =
        catchThrowableOfType(ContractPanic.class, () -> Panic.shortUnless(false, "Not Owner"));

    assertThat(panic.data()).containsExactly(Felt.shortString("Not Owner"));
  }

  @Test
  void aTextIsAMarkAndAByteArray() {
    ContractPanic panic =
        catchThrowableOfType(
            ContractPanic.class,
            () -> Panic.unless(false, "explorer 7 needs 30 stamina and has 10"));

    assertThat(panic.data())
        .containsExactly(
            Panic.TEXT,
            Felt.ONE,
            Felt.shortString("explorer 7 needs 30 stamina and"),
            Felt.shortString(" has 10"),
            Felt.of(7));
  }

  @Test
  void aTextOfWholeWordsHasAnEmptyRest() {
    assertThat(Panic.byteArray("a".repeat(31)))
        .containsExactly(Felt.ONE, Felt.shortString("a".repeat(31)), Felt.ZERO, Felt.ZERO);
    assertThat(Panic.byteArray("")).containsExactly(Felt.ZERO, Felt.ZERO, Felt.ZERO);
  }
}
