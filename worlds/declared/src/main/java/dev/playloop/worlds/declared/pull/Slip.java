package dev.playloop.worlds.declared.pull;

import dev.playloop.schemas.tool.Effect;
import dev.playloop.worlds.declared.game.GameAnswer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What the book has of one action. Changed by its [PullBook] alone.
///
/// ```
/// WAITING ── handed out ──► ORDERED ── connected anew ──► ASKED ── unknown ──► ENDED
///    ▲                         │                            │
///    │                         └── done, refused, failed ───┴──────────────► ENDED
///    └───────────────────────────────────── not_done ───────┘
/// TO_ASK ─ handed out ──► ASKED      (what a predecessor handed out, or nobody answered in time)
/// ```
final class Slip {
  /// Where it stands.
  enum Phase {
    /// To be handed out to act.
    WAITING,
    /// Handed out to act.
    ORDERED,
    /// To be handed out as a question.
    TO_ASK,
    /// Handed out as a question.
    ASKED,
    /// The game vouches that it was not done, and nobody has decided what follows.
    DENIED,
    /// An answer is there that nothing changes any more.
    ENDED
  }

  /// Of a [#since]: nobody has it.
  static final long NOBODY = Long.MAX_VALUE;

  final Order order;
  Phase phase;

  /// The end of the time in which an answer to what was handed out is waited for.
  Instant until;

  /// The first connection that it was handed to since it was last known not to be done: from then
  /// on an answer can be true.
  long since;

  /// Whether it is in the hands of an executor that waits for its end.
  boolean isAwaited = true;

  /// Once it is ENDED.
  @Nullable GameAnswer answer;

  Slip(Order order, Phase phase, long since, Instant until) {
    this.order = order;
    this.phase = phase;
    this.since = since;
    this.until = until;
  }

  boolean isRead() {
    return order.action().effect() == Effect.READ;
  }

  /// Whether it is in a puller's hands.
  boolean isOut() {
    return phase == Phase.ORDERED || phase == Phase.ASKED;
  }
}
