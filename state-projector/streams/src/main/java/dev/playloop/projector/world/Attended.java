package dev.playloop.projector.world;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An agent that is attended, as the [Lookout] says. Immutable.
///
/// @param looked when it was looked at last for this; null: not yet
/// @param edition of its scene, that it was looked at in, or [#UNSEEN]
/// @param free whether the next change is shown at once, as that look behind a need has shown
///   nothing
/// @param wish the version of its scene that its turn waits for, or [Needs#ANY]
record Attended(Instant until, @Nullable Instant looked, long edition, boolean free, long wish) {
  /// An edition that no scene has.
  static final long UNSEEN = -1;

  /// @param isGranted whether the scene has come as far as it wished
  Attended lookedAt(Instant now, long seen, boolean isGranted) {
    return new Attended(until, now, seen, edition == UNSEEN, isGranted ? Needs.ANY : wish);
  }

  Attended shown() {
    return new Attended(until, looked, edition, false, wish);
  }

  /// Whether it was looked at less than that ago.
  boolean isEarly(Duration viewEvery, Instant now) {
    return !free && looked != null && looked.plus(viewEvery).isAfter(now);
  }

  /// After the clock went back.
  Attended putBack(Instant now, Instant latest) {
    return new Attended(
        Lookout.earlier(until, latest),
        looked == null ? null : Lookout.earlier(looked, now),
        edition,
        free,
        wish);
  }
}
