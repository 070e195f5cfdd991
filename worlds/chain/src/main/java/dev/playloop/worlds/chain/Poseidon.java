package dev.playloop.worlds.chain;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/// Starknet's Poseidon over three words: 4 full, 83 partial and 4 full rounds, rate 2, capacity 1.
/// Its 273 round constants are SHA-256 of "Hades" and their number, by the field's prime. Source:
/// starkware-industries/poseidon, and Starknet's documentation, "Hash functions".
public final class Poseidon {
  private static final int HALF_FULL = 4;
  private static final int PARTIAL = 83;
  private static final int WIDTH = 3;
  private static final long[][] CONSTANTS = constants();
  private static final long[] ONE = FieldMath.of(BigInteger.ONE);

  private final long[][] state = new long[WIDTH][FieldMath.WORDS];
  private final long[] sum = new long[FieldMath.WORDS];

  private Poseidon() {}

  /// The hash of any number of words, padded by a one and, to a whole pair, by a zero.
  public static Felt hash(List<Felt> words) {
    Poseidon sponge = new Poseidon();
    for (int i = 0; i < words.size(); i++) {
      sponge.add(i % 2, FieldMath.of(words.get(i).value()));
      if (i % 2 == 1) {
        sponge.permute();
      }
    }
    sponge.add(words.size() % 2, ONE);
    sponge.permute();
    return sponge.first();
  }

  /// The hash of exactly two words.
  public static Felt hash(Felt left, Felt right) {
    Poseidon sponge = new Poseidon();
    sponge.add(0, FieldMath.of(left.value()));
    sponge.add(1, FieldMath.of(right.value()));
    sponge.add(2, FieldMath.of(BigInteger.TWO));
    sponge.permute();
    return sponge.first();
  }

  private void add(int place, long[] word) {
    FieldMath.add(state[place], word, state[place]);
  }

  private Felt first() {
    return Felt.of(FieldMath.value(state[0]));
  }

  private void permute() {
    int rounds = 2 * HALF_FULL + PARTIAL;
    for (int round = 0; round < rounds; round++) {
      boolean full = round < HALF_FULL || round >= HALF_FULL + PARTIAL;
      for (int i = 0; i < WIDTH; i++) {
        add(i, CONSTANTS[WIDTH * round + i]);
        if (full || i == WIDTH - 1) {
          cube(state[i]);
        }
      }
      mix();
    }
  }

  private void cube(long[] word) {
    FieldMath.multiply(word, word, sum);
    FieldMath.multiply(word, sum, word);
  }

  /// By the matrix (3 1 1, 1 -1 1, 1 1 -2).
  private void mix() {
    FieldMath.add(state[0], state[1], sum);
    FieldMath.add(sum, state[2], sum);
    FieldMath.add(state[0], state[0], state[0]);
    FieldMath.add(sum, state[0], state[0]);
    FieldMath.add(state[1], state[1], state[1]);
    FieldMath.subtract(sum, state[1], state[1]);
    FieldMath.subtract(sum, state[2], sum);
    FieldMath.add(state[2], state[2], state[2]);
    FieldMath.subtract(sum, state[2], state[2]);
  }

  private static long[][] constants() {
    long[][] constants = new long[WIDTH * (2 * HALF_FULL + PARTIAL)][];
    MessageDigest sha256;
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
    for (int i = 0; i < constants.length; i++) {
      byte[] hash = sha256.digest(("Hades" + i).getBytes(StandardCharsets.UTF_8));
      constants[i] = FieldMath.of(new BigInteger(1, hash).mod(Felt.PRIME));
    }
    return constants;
  }
}
