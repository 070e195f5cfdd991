package dev.playloop.journal;

import dev.playloop.schemas.Sha256;

/// Where an agent's chain goes on: the next entry's number, and the hash of the last envelope.
public record ChainHead(long seq, String previous) {
  /// What the first entry names as its predecessor.
  public static final String NOTHING = "0".repeat(64);

  /// The head of an agent that has no entry yet.
  public static final ChainHead START = new ChainHead(0, NOTHING);

  /// The head behind an entry with this envelope.
  ChainHead after(byte[] envelope) {
    return new ChainHead(seq + 1, Sha256.hex(envelope));
  }
}
