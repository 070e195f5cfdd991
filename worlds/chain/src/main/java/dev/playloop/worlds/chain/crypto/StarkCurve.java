package dev.playloop.worlds.chain.crypto;

import dev.playloop.worlds.chain.Felt;
import java.math.BigInteger;
import org.bouncycastle.math.ec.ECCurve;
import org.bouncycastle.math.ec.ECFieldElement;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;
import org.bouncycastle.math.ec.FixedPointUtil;
import org.jspecify.annotations.Nullable;

/// The curve of Starknet's signatures: y^2 = x^3 + x + beta over its field. Source: Starknet's
/// documentation, "STARK curve". Thread-safe.
final class StarkCurve {
  private static final BigInteger BETA =
      hex("6f21413efbe40de150e596d72f7a8c5609ad26c15c915c1f4cdfcb99cee9e89");

  /// How many points there are.
  static final BigInteger ORDER =
      hex("800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2f");

  /// What the parts of a signature, and what is signed, are below.
  static final BigInteger BOUND = BigInteger.TWO.pow(251);

  private static final ECCurve.Fp CURVE =
      new ECCurve.Fp(Felt.PRIME, BigInteger.ONE, BETA, ORDER, BigInteger.ONE);

  static final ECPoint GENERATOR =
      point(
          "1ef15c18599971b7beced415a40f0c7deacfd9b0d1819e03d723d8bc943cfca",
          "5668060aa49730b7be4801df46ec62de53ecd11abe43a32873000c36e8dc1f");

  /// For points that are multiplied again and again; their tables are kept beside them.
  private static final FixedPointCombMultiplier COMB = new FixedPointCombMultiplier();

  static {
    FixedPointUtil.precompute(GENERATOR);
  }

  private StarkCurve() {}

  private static BigInteger hex(String digits) {
    return new BigInteger(digits, 16);
  }

  /// A point whose coordinates are known to us.
  static ECPoint point(String x, String y) {
    return CURVE.validatePoint(hex(x), hex(y));
  }

  /// A multiple of a point that stays: the first time makes its table.
  static ECPoint times(ECPoint fixed, BigInteger factor) {
    return COMB.multiply(fixed, factor);
  }

  static Felt x(ECPoint point) {
    return Felt.of(point.normalize().getAffineXCoord().toBigInteger());
  }

  /// One of the two points with this coordinate; null where there is none.
  static @Nullable ECPoint withX(Felt x) {
    ECFieldElement at = CURVE.fromBigInteger(x.value());
    ECFieldElement square = at.square().multiply(at).add(at).add(CURVE.getB());
    ECFieldElement y = square.sqrt();
    return y == null ? null : CURVE.createPoint(at.toBigInteger(), y.toBigInteger());
  }
}
