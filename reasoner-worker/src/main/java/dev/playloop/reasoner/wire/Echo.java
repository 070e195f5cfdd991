package dev.playloop.reasoner.wire;

import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Route.Candidate;
import org.jspecify.annotations.Nullable;

/// When a model's earlier message is echoed as it came. Providers put opaque fields on it (thought
/// signatures, reasoning) that only they understand and that only they may be shown again.
final class Echo {
  private Echo() {}

  /// The message as it came, where this same candidate said it; else null, and it is rendered anew.
  static @Nullable String raw(Message.Assistant said, Candidate candidate) {
    return candidate.key().equals(said.candidate()) ? said.raw() : null;
  }
}
