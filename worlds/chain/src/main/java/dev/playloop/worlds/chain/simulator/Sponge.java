package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// Starknet's Poseidon once more, for the simulator only, so that a mistake in the one that clients
/// sign by is not made twice. It is written as its paper has it (Grassi et al., "Poseidon: a new
/// hash function for zero-knowledge proof systems"): words are absorbed one by one, every round
/// adds its constants, raises to the cube and multiplies by the whole matrix. Used by one thread.
public final class Sponge {
  private static final BigInteger P =
      new BigInteger("800000000000011000000000000000000000000000000000000000000000001", 16);
  private static final int ROUNDS = 91;
  private static final int FIRST_PARTIAL = 4;
  private static final int LAST_PARTIAL = 86;
  private static final int RATE = 2;
  private static final int[][] MATRIX = {{3, 1, 1}, {1, -1, 1}, {1, 1, -2}};
  private static final BigInteger[][] KEYS = keys();

  private BigInteger[] state = {BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO};
  private int position;

  public Sponge() {}

  /// The hash of these words.
  public static Felt of(Iterable<Felt> words) {
    Sponge sponge = new Sponge();
    words.forEach(sponge::absorb);
    return sponge.squeeze();
  }

  public Sponge absorb(Felt word) {
    return take(word.value());
  }

  private Sponge take(BigInteger word) {
    state[position] = state[position].add(word).mod(P);
    position++;
    if (position == RATE) {
      state = permuted(state);
      position = 0;
    }
    return this;
  }

  /// The hash of what was absorbed. The sponge is used up then.
  public Felt squeeze() {
    take(BigInteger.ONE);
    if (position != 0) {
      take(BigInteger.ZERO);
    }
    return Felt.of(state[0]);
  }

  private static BigInteger[] permuted(BigInteger[] before) {
    BigInteger[] now = before;
    for (int round = 0; round < ROUNDS; round++) {
      boolean partial = round >= FIRST_PARTIAL && round <= LAST_PARTIAL;
      BigInteger[] keyed = new BigInteger[now.length];
      for (int i = 0; i < now.length; i++) {
        BigInteger sum = now[i].add(KEYS[round][i]);
        keyed[i] = partial && i < RATE ? sum : sum.multiply(sum.multiply(sum).mod(P)).mod(P);
      }
      now = multiplied(keyed);
    }
    return now;
  }

  private static BigInteger[] multiplied(BigInteger[] vector) {
    BigInteger[] product = new BigInteger[vector.length];
    for (int row = 0; row < vector.length; row++) {
      BigInteger sum = BigInteger.ZERO;
      for (int column = 0; column < vector.length; column++) {
        sum = sum.add(times(MATRIX[row][column], vector[column]));
      }
      product[row] = sum.mod(P);
    }
    return product;
  }

  private static BigInteger times(int factor, BigInteger value) {
    return factor == 1 ? value : value.multiply(BigInteger.valueOf(factor));
  }

  private static BigInteger[][] keys() {
    BigInteger[][] keys = new BigInteger[ROUNDS][MATRIX.length];
    int number = 0;
    for (BigInteger[] round : keys) {
      for (int i = 0; i < round.length; i++) {
        round[i] = new BigInteger(1, sha256("Hades" + number)).mod(P);
        number++;
      }
    }
    return keys;
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
