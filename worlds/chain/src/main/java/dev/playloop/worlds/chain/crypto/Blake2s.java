package dev.playloop.worlds.chain.crypto;

import dev.playloop.worlds.chain.Felt;
import java.math.BigInteger;
import java.util.List;
import org.bouncycastle.crypto.digests.Blake2sDigest;
import org.bouncycastle.util.Arrays;

/// Starknet's hash of compiled classes since its version 0.14.1: BLAKE2s-256 over words of 32 bits,
/// two for a felt below 2^63 and eight, with the highest bit set, for each other one. Source:
/// SNIP-34.
public final class Blake2s {
  private static final int BITS = 256;
  private static final int BYTES = 32;
  private static final int WORD = 4;
  private static final int SMALL_BYTES = 8;
  private static final int SMALL_BITS = 63;

  private Blake2s() {}

  public static Felt hash(List<Felt> words) {
    Blake2sDigest digest = new Blake2sDigest(BITS);
    for (Felt word : words) {
      byte[] bytes = word.bytes();
      if (word.value().bitLength() <= SMALL_BITS) {
        update(digest, bytes, BYTES - SMALL_BYTES);
      } else {
        bytes[0] |= (byte) 0x80;
        update(digest, bytes, 0);
      }
    }
    byte[] hash = new byte[BYTES];
    digest.doFinal(hash, 0);
    return Felt.mod(new BigInteger(1, Arrays.reverse(hash)));
  }

  /// Words go from the highest to the lowest, and the bytes of each the other way round.
  private static void update(Blake2sDigest digest, byte[] bytes, int from) {
    for (int word = from; word < BYTES; word += WORD) {
      for (int i = WORD - 1; i >= 0; i--) {
        digest.update(bytes[word + i]);
      }
    }
  }
}
