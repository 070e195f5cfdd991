package dev.playloop.worlds.chain.crypto;

import dev.playloop.worlds.chain.Felt;
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
  private static final BigInteger[] CONSTANTS = constants();

  private Poseidon() {}

  /// The hash of any number of words, padded by a one and, to a whole pair, by a zero.
  public static Felt hash(List<Felt> words) {
    BigInteger[] state = {BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO};
    int whole = words.size() / 2;
    for (int i = 0; i < whole; i++) {
      state[0] = state[0].add(words.get(2 * i).value());
      state[1] = state[1].add(words.get(2 * i + 1).value());
      permute(state);
    }
    if (words.size() % 2 == 1) {
      state[0] = state[0].add(words.getLast().value());
      state[1] = state[1].add(BigInteger.ONE);
    } else {
      state[0] = state[0].add(BigInteger.ONE);
    }
    permute(state);
    return Felt.of(state[0]);
  }

  /// The hash of exactly two words.
  public static Felt hash(Felt left, Felt right) {
    BigInteger[] state = {left.value(), right.value(), BigInteger.TWO};
    permute(state);
    return Felt.of(state[0]);
  }

  private static void permute(BigInteger[] state) {
    int rounds = 2 * HALF_FULL + PARTIAL;
    for (int round = 0; round < rounds; round++) {
      boolean full = round < HALF_FULL || round >= HALF_FULL + PARTIAL;
      for (int i = 0; i < WIDTH; i++) {
        state[i] = state[i].add(CONSTANTS[WIDTH * round + i]).mod(Felt.PRIME);
        if (full || i == WIDTH - 1) {
          state[i] = state[i].multiply(state[i]).mod(Felt.PRIME).multiply(state[i]);
        }
      }
      mix(state);
    }
  }

  /// By the matrix (3 1 1, 1 -1 1, 1 1 -2).
  private static void mix(BigInteger[] state) {
    BigInteger sum = state[0].add(state[1]).add(state[2]);
    BigInteger second = sum.subtract(state[1].shiftLeft(1));
    BigInteger third = sum.subtract(state[2].shiftLeft(1)).subtract(state[2]);
    state[0] = sum.add(state[0].shiftLeft(1)).mod(Felt.PRIME);
    state[1] = second.mod(Felt.PRIME);
    state[2] = third.mod(Felt.PRIME);
  }

  private static BigInteger[] constants() {
    BigInteger[] constants = new BigInteger[WIDTH * (2 * HALF_FULL + PARTIAL)];
    MessageDigest sha256;
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
    for (int i = 0; i < constants.length; i++) {
      byte[] hash = sha256.digest(("Hades" + i).getBytes(StandardCharsets.UTF_8));
      constants[i] = new BigInteger(1, hash).mod(Felt.PRIME);
    }
    return constants;
  }
}
