package dev.playloop.worlds.eternum.rules.cairo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractPanic;
import java.math.BigInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Numbers that do not wrap.
final class UintTest {
  private static final Uint MOST = Uint.of(128, BigInteger.TWO.pow(128).subtract(BigInteger.ONE));

  static Stream<Arguments> panics() {
    return Stream.of(
        row("u128_add Overflow", () -> MOST.plus(1)),
        row("u128_sub Overflow", () -> Uint.u128(3).minus(4)),
        row("u128_mul Overflow", () -> MOST.times(2)),
        row("u8_add Overflow", () -> Uint.u8(255).plus(Uint.u8(1))),
        row("u32_mul Overflow", () -> Uint.u32(1L << 31).times(2)),
        row("u64_sub Overflow", () -> Uint.u64(0).minus(1)),
        row("u256_add Overflow", () -> most256().plus(1)),
        row("Division by 0", () -> Uint.u128(3).over(0)),
        row("Division by 0", () -> Uint.u64(3).rest(Uint.u64(0))),
        row("Option::unwrap failed.", () -> MOST.fit(64)));
  }

  private static Uint most256() {
    return Uint.of(256, BigInteger.TWO.pow(256).subtract(BigInteger.ONE));
  }

  private static Arguments row(String text, Supplier<Uint> does) {
    return Arguments.of(text, does);
  }

  @ParameterizedTest
  @MethodSource("panics")
  void whatDoesNotFitPanicsWithCairosWords(String text, Supplier<Uint> does) {
    ContractPanic panic = catchThrowableOfType(ContractPanic.class, does::get);

    assertThat(panic.data()).containsExactly(Felt.shortString(text));
  }

  @Test
  void divisionRoundsDownAndLeavesARest() {
    assertThat(Uint.u64(29).over(10)).isEqualTo(Uint.u64(2));
    assertThat(Uint.u64(29).rest(10)).isEqualTo(Uint.u64(9));
  }

  @Test
  void theEdgesFit() {
    assertThat(MOST.minus(MOST).isZero()).isTrue();
    assertThat(Uint.u8(254).plus(1).toInt()).isEqualTo(255);
    assertThat(MOST.into(256).times(MOST.into(256)).over(MOST.into(256)).fit(128)).isEqualTo(MOST);
  }

  @Test
  void widthsAreNotMixed() {
    assertThatThrownBy(() -> Uint.u64(1).plus(Uint.u128(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> MOST.into(64)).isInstanceOf(IllegalArgumentException.class);
    assertThat(Uint.u64(1)).isNotEqualTo(Uint.u128(1));
  }
}
