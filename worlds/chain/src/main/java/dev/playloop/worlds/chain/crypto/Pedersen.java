package dev.playloop.worlds.chain.crypto;

import dev.playloop.worlds.chain.Felt;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.math.ec.ECPoint;

/// Starknet's older hash, which contract addresses are still made by: a sum of multiples of five
/// points of its curve. Source: Starknet's documentation, "Hash functions". Thread-safe.
public final class Pedersen {
  /// Bits of the lower part of each word; four are above it.
  private static final int LOW = 248;

  private static final BigInteger MASK = BigInteger.TWO.pow(LOW).subtract(BigInteger.ONE);

  private static final ECPoint SHIFT =
      StarkCurve.point(
          "49ee3eba8c1600700ee1b87eb599f16716b0b1022947733551fde4050ca6804",
          "3ca0cfe4b3bc6ddf346d49d06ea0ed34e621062c0e056c1d0405d266e10268a");
  private static final ECPoint LEFT_LOW =
      StarkCurve.point(
          "234287dcbaffe7f969c748655fca9e58fa8120b6d56eb0c1080d17957ebe47b",
          "3b056f100f96fb21e889527d41f4e39940135dd7a6c94cc6ed0268ee89e5615");
  private static final List<ECPoint> LEFT_HIGH =
      multiples(
          "4fa56f376c83db33f9dab2656558f3399099ec1de5e3018b7a6932dba8aa378",
          "3fa0984c931c9e38113e0c0e47e4401562761f92a7a23b45168f4e80ff5b54d");
  private static final ECPoint RIGHT_LOW =
      StarkCurve.point(
          "4ba4cc166be8dec764910f75b45f74b40c690c74709e90f3aa372f0bd2d6997",
          "40301cf5c1751f4b971e46c4ede85fcac5c59a5ce5ae7c48151f27b24b219c");
  private static final List<ECPoint> RIGHT_HIGH =
      multiples(
          "54302dcb0e6cc1c6e44cca8f61a63bb2ca65048d53fb325d36ff12c49a58202",
          "1b77b3e37d13504b348046268d8ae25ce98ad783c25561a879dcc77e99c2426");

  private Pedersen() {}

  /// The hash of exactly two words.
  public static Felt hash(Felt left, Felt right) {
    return StarkCurve.x(
        SHIFT.add(multiple(left, LEFT_LOW, LEFT_HIGH)).add(multiple(right, RIGHT_LOW, RIGHT_HIGH)));
  }

  /// By all that can be above the lower part of a word.
  private static List<ECPoint> multiples(String x, String y) {
    ECPoint point = StarkCurve.point(x, y);
    List<ECPoint> multiples = new ArrayList<>();
    ECPoint sum = point.getCurve().getInfinity();
    for (int i = 0; i <= Felt.PRIME.shiftRight(LOW).intValueExact(); i++) {
      multiples.add(sum);
      sum = sum.add(point).normalize();
    }
    return List.copyOf(multiples);
  }

  private static ECPoint multiple(Felt word, ECPoint low, List<ECPoint> high) {
    return StarkCurve.times(low, word.value().and(MASK))
        .add(high.get(word.value().shiftRight(LOW).intValueExact()));
  }

  /// The hash of any number of words: each by what came before it, then their number.
  public static Felt hash(List<Felt> words) {
    Felt hash = Felt.ZERO;
    for (Felt word : words) {
      hash = hash(hash, word);
    }
    return hash(hash, Felt.of(words.size()));
  }
}
