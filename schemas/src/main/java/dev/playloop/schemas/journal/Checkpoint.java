package dev.playloop.schemas.journal;

import dev.playloop.schemas.json.Versioned;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;

/// A signed statement of where the journals of all agents ended. `body` is the JSON text of a
/// [Body]; `signature` is Ed25519 (RFC 8032) over the UTF-8 bytes of `playloop checkpoint v1`, a
/// line feed, and `body` exactly as written, in Base64. `key` is the signing key's id: the SHA-256
/// of its public key in X.509 form, lower-case hex.
public record Checkpoint(int v, String body, String key, String signature) implements Versioned {
  public static final int VERSION = 1;

  /// What is signed. `offsets` lists, for each partition of `journal` from 0 on, the first offset
  /// that the checkpoint does not cover. `root` is the Merkle root (RFC 6962, section 2.1) over the
  /// heads of the `agents` agents that have an entry below those offsets, and so is bounded however
  /// many they are: the heads follow from the journal. `previous` is the SHA-256 of the body of the
  /// checkpoint before, 64 zeros for number 0.
  @RecordBuilder
  public record Body(
      int v,
      long number,
      Instant at,
      String journal,
      List<Long> offsets,
      long agents,
      String root,
      String previous) {
    public Body {
      offsets = List.copyOf(offsets);
    }
  }
}
