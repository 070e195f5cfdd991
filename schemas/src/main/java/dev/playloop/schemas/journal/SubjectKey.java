package dev.playloop.schemas.journal;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Versioned;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The data key that journal payloads are encrypted with, itself encrypted with the master key.
/// Keyed by `id`, which is random and says nothing of the subject; a tombstone drops the key, and
/// with it what it encrypted. `subject` is null for the key of what an agent does for no subject in
/// particular, its snapshots included. `wrapped` is nonce (12 bytes) and AES-256-GCM ciphertext in
/// Base64, with `id` as associated data; `master` names the master key: the first 16 hex digits of
/// its SHA-256.
public record SubjectKey(
    int v,
    String id,
    AgentId agent,
    @Nullable String subject,
    String master,
    String wrapped,
    Instant at)
    implements Versioned {
  public static final int VERSION = 1;

  /// The key of what an agent does for no subject in particular.
  public static SubjectKey of(String id, AgentId agent, String master, String wrapped, Instant at) {
    return new SubjectKey(VERSION, id, agent, null, master, wrapped, at);
  }

  public SubjectKey subject(@Nullable String subject) {
    return new SubjectKey(v, id, agent, subject, master, wrapped, at);
  }
}
