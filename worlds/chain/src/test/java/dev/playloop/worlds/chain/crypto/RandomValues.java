package dev.playloop.worlds.chain.crypto;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/// Words and transactions drawn from a seed, small ones and those at the edges among them.
public final class RandomValues {
  private static final int BITS = 252;
  private static final int U64 = 63;
  private static final int U128 = 128;

  private final Random random;

  public RandomValues(long seed) {
    this.random = new Random(seed);
  }

  public Felt felt() {
    return switch (random.nextInt(10)) {
      case 0 -> Felt.mod(BigInteger.valueOf(random.nextInt(4) - 2L));
      case 1 -> Felt.of(BigInteger.TWO.pow(random.nextInt(251)));
      case 2 -> Felt.of(random.nextInt(1_000));
      default -> Felt.mod(new BigInteger(BITS, random));
    };
  }

  /// What can be signed. Zero, which no transaction has as its hash, is verified by us only.
  public Felt message() {
    return Felt.of(felt().value().mod(BigInteger.TWO.pow(251)).max(BigInteger.ONE));
  }

  public Felt privateKey() {
    return Felt.of(new BigInteger(random.nextInt(1, 251), random).add(BigInteger.ONE));
  }

  public List<Felt> felts(int most) {
    return Stream.generate(this::felt).limit(random.nextInt(most + 1)).toList();
  }

  public InvokeTransaction invoke() {
    return new InvokeTransaction(felt(), felt(), bounds(), felts(40));
  }

  public ResourceBounds bounds() {
    return new ResourceBounds(bound(), bound(), bound());
  }

  private GasBound bound() {
    return new GasBound(
        new BigInteger(random.nextInt(U64 + 1), random).longValueExact(),
        new BigInteger(random.nextInt(U128 + 1), random));
  }
}
