package dev.playloop.audit;

import dev.playloop.schemas.Sha256;
import java.security.MessageDigest;
import java.util.List;

/// The Merkle tree hash of RFC 6962, section 2.1, with SHA-256: a leaf is hashed behind the byte 0,
/// a node behind the byte 1, so that no leaf can pass for a node.
final class Merkle {
  private Merkle() {}

  /// The hash of one leaf.
  static byte[] leaf(byte[] data) {
    MessageDigest digest = Sha256.digest();
    digest.update((byte) 0);
    return digest.digest(data);
  }

  /// The root over leaf hashes in their order; that of no leaves is the hash of nothing.
  static byte[] root(List<byte[]> leaves) {
    if (leaves.isEmpty()) {
      return Sha256.digest().digest();
    }
    if (leaves.size() == 1) {
      return leaves.getFirst();
    }
    int left = Integer.highestOneBit(leaves.size() - 1);
    MessageDigest digest = Sha256.digest();
    digest.update((byte) 1);
    digest.update(root(leaves.subList(0, left)));
    digest.update(root(leaves.subList(left, leaves.size())));
    return digest.digest();
  }
}
