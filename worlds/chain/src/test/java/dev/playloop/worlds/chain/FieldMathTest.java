package dev.playloop.worlds.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.crypto.RandomValues;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The field on machine words against [BigInteger], with what lies at the edges of words.
final class FieldMathTest {
  private static final long SEED = 251;
  private static final BigInteger P = Felt.PRIME;

  @Test
  void agreesWithBigIntegerOnRandomNumbers() {
    RandomValues values = new RandomValues(SEED);
    for (int i = 0; i < 50_000; i++) {
      check(values.felt().value(), values.felt().value());
    }
  }

  @Test
  void agreesWithBigIntegerAtTheEdges() {
    List<BigInteger> edges =
        List.of(
            BigInteger.ZERO,
            BigInteger.ONE,
            BigInteger.TWO.pow(64).subtract(BigInteger.ONE),
            BigInteger.TWO.pow(64),
            BigInteger.TWO.pow(128).subtract(BigInteger.ONE),
            BigInteger.TWO.pow(192).subtract(BigInteger.ONE),
            BigInteger.TWO.pow(192),
            BigInteger.TWO.pow(251),
            P.shiftRight(1),
            P.subtract(BigInteger.TWO.pow(64)),
            P.subtract(BigInteger.TWO),
            P.subtract(BigInteger.ONE));
    for (BigInteger a : edges) {
      for (BigInteger b : edges) {
        check(a, b);
        // The same in the form of the words themselves.
        check(unshifted(a), unshifted(b));
      }
    }
  }

  /// The number whose words in Montgomery's form are those of this one.
  private static BigInteger unshifted(BigInteger a) {
    return a.multiply(BigInteger.TWO.pow(256).modInverse(P)).mod(P);
  }

  private static void check(BigInteger a, BigInteger b) {
    long[] left = FieldMath.of(a);
    long[] right = FieldMath.of(b);
    long[] result = new long[FieldMath.WORDS];
    assertThat(FieldMath.value(left)).isEqualTo(a);
    FieldMath.add(left, right, result);
    assertThat(FieldMath.value(result)).as("%s + %s", a, b).isEqualTo(a.add(b).mod(P));
    FieldMath.subtract(left, right, result);
    assertThat(FieldMath.value(result)).as("%s - %s", a, b).isEqualTo(a.subtract(b).mod(P));
    FieldMath.multiply(left, right, result);
    assertThat(FieldMath.value(result)).as("%s * %s", a, b).isEqualTo(a.multiply(b).mod(P));
    FieldMath.multiply(left, left, left);
    assertThat(FieldMath.value(left)).as("%s squared", a).isEqualTo(a.multiply(a).mod(P));
  }
}
