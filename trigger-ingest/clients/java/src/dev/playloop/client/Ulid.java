package dev.playloop.client;

import java.security.SecureRandom;

/** Ids that nobody else makes: 48 bits of time and 80 of chance. */
final class Ulid {
  private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();
  private static final SecureRandom RANDOM = new SecureRandom();

  private Ulid() {}

  static String next() {
    byte[] chance = new byte[16];
    RANDOM.nextBytes(chance);
    long time = System.currentTimeMillis();
    char[] id = new char[26];
    for (int i = 0; i < 10; i++) {
      id[i] = ALPHABET[(int) (time >>> (45 - 5 * i)) & 31];
    }
    for (int i = 0; i < 16; i++) {
      id[10 + i] = ALPHABET[chance[i] & 31];
    }
    return new String(id);
  }
}
