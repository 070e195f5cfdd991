package dev.playloop.worlds.chain.crypto;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Signature;
import java.math.BigInteger;
import org.bouncycastle.math.ec.ECPoint;

/// A public key whose point was looked for, so that checking many signatures costs that once.
/// Immutable.
public final class VerifyingKey {
  private final Felt x;
  private final ECPoint point;

  private VerifyingKey(Felt x, ECPoint point) {
    this.x = x;
    this.point = point;
  }

  /// By the x coordinate, which is all that accounts keep of it. Throws [InvalidValueException]
  /// where no point of the curve has it.
  public static VerifyingKey of(Felt publicKey) {
    ECPoint point = StarkCurve.withX(publicKey);
    if (point == null) {
      throw new InvalidValueException(
          "publicKey", "the x coordinate of a point on Starknet's curve", publicKey.hex());
    }
    return new VerifyingKey(publicKey, point);
  }

  public Felt publicKey() {
    return x;
  }

  /// Whether its owner has signed the hash. As only the x coordinate is known, either of the two
  /// points will do.
  public boolean verifies(Felt hash, Signature signature) {
    BigInteger r = signature.r().value();
    BigInteger s = signature.s().value();
    BigInteger z = hash.value();
    if (!isIn(r, StarkCurve.BOUND) || !isIn(s, StarkCurve.ORDER) || !below(z, StarkCurve.BOUND)) {
      return false;
    }
    BigInteger w = s.modInverse(StarkCurve.ORDER);
    BigInteger zw = z.multiply(w).mod(StarkCurve.ORDER);
    BigInteger rw = r.multiply(w).mod(StarkCurve.ORDER);
    ECPoint ours = StarkCurve.times(StarkCurve.GENERATOR, zw);
    ECPoint theirs = point.multiply(rw);
    return hasX(ours.add(theirs), r) || hasX(ours.subtract(theirs), r);
  }

  private static boolean hasX(ECPoint point, BigInteger x) {
    return !point.isInfinity() && StarkCurve.x(point).value().equals(x);
  }

  private static boolean isIn(BigInteger value, BigInteger below) {
    return value.signum() > 0 && below(value, below);
  }

  private static boolean below(BigInteger value, BigInteger bound) {
    return value.compareTo(bound) < 0;
  }

  @Override
  public String toString() {
    return "VerifyingKey[" + x + "]";
  }
}
