package dev.playloop.worlds.eternum.rules.cairo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractPanic;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What calldata may hold.
final class ParametersTest {
  private static final Felt LAST = Felt.of(Felt.PRIME.subtract(BigInteger.ONE));

  static Stream<Arguments> refused() {
    return Stream.of(
        row(Parameters::u8, Felt.of(256)),
        row(Parameters::u16, Felt.of(65536)),
        row(Parameters::u32, Felt.of(1L << 32)),
        row(Parameters::u64, Felt.of(BigInteger.TWO.pow(64))),
        row(Parameters::u128, Felt.of(BigInteger.TWO.pow(128))),
        row(Parameters::u128, LAST),
        row(Parameters::address, Felt.of(BigInteger.TWO.pow(251))),
        row(it -> it.variant(3), Felt.of(3)),
        row(it -> it.variant(3), LAST),
        row(it -> it.span(Parameters::u8), Felt.of(1)),
        row(it -> it.span(Parameters::u8), LAST),
        row(it -> it.span(Parameters::u8), Felt.of(1), Felt.of(256)),
        row(it -> it.whole(w -> List.of(w.bool(), w.u32())), Felt.ONE),
        row(Parameters::felt));
  }

  private static Arguments row(Function<Parameters, Object> reader, Felt... words) {
    return Arguments.of(reader, List.of(words));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void whatSerdeRefusesNamesItsParameter(Function<Parameters, Object> reader, List<Felt> words) {
    Parameters first = new Parameters(words);

    assertThat(textOf(() -> assertThat(reader.apply(first)).isNull()))
        .isEqualTo("Failed to deserialize param #1");
  }

  @Test
  void aSpanOrAStructIsOneParameter() {
    Parameters parameters = new Parameters(words(2, 5, 6, 1, 7, 8));

    assertThat(parameters.span(Parameters::u8)).containsExactly(Uint.u8(5), Uint.u8(6));
    assertThat(parameters.<Uint>whole(it -> it.bool() ? it.u32() : Uint.u32(0)))
        .isEqualTo(Uint.u32(7));
    assertThat(parameters.u8()).isEqualTo(Uint.u8(8));
    assertThat(textOf(parameters::u8)).isEqualTo("Failed to deserialize param #4");
  }

  @Test
  void wordsLeftOverAreRefused() {
    Parameters parameters = new Parameters(words(1, 2));
    parameters.u8();

    assertThat(textOf(parameters::end)).isEqualTo("Input too long for arguments");
    assertThat(parameters.ended()).isFalse();
  }

  @Test
  void anyWordButZeroIsTrue() {
    Parameters parameters = new Parameters(List.of(Felt.ZERO, Felt.ONE, LAST));

    assertThat(List.of(parameters.bool(), parameters.bool(), parameters.bool()))
        .containsExactly(false, true, true);
  }

  @Test
  void theEdgesAreRead() {
    BigInteger most = BigInteger.TWO.pow(251).subtract(BigInteger.ONE);
    Parameters parameters = new Parameters(List.of(Felt.of(255), Felt.of(2), Felt.of(most)));

    assertThat(parameters.u8().toInt()).isEqualTo(255);
    assertThat(parameters.variant(3)).isEqualTo(2);
    assertThat(parameters.address()).isEqualTo(Felt.of(most));
    parameters.end();
    assertThat(parameters.ended()).isTrue();
  }

  private static List<Felt> words(long... words) {
    return Arrays.stream(words).mapToObj(Felt::of).toList();
  }

  private static String textOf(Runnable does) {
    ContractPanic panic = catchThrowableOfType(ContractPanic.class, does::run);
    return new String(panic.data().getFirst().value().toByteArray(), StandardCharsets.US_ASCII);
  }
}
