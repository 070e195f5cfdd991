package dev.playloop.launcher.watch;

import java.time.Duration;

/// How long something takes, in the one or two largest units that a person reads: `3 h 12 min`, `71
/// ms`.
final class Lasting {
  private Lasting() {}

  static String words(Duration time) {
    Duration shown = time.isNegative() ? time.negated() : time;
    if (shown.toDays() > 0) {
      return shown.toDays() + " d " + shown.toHoursPart() + " h";
    }
    if (shown.toHours() > 0) {
      return shown.toHours() + " h " + shown.toMinutesPart() + " min";
    }
    if (shown.toMinutes() > 0) {
      return shown.toMinutes() + " min " + shown.toSecondsPart() + " s";
    }
    return shown.toSeconds() > 0 ? shown.toSeconds() + " s" : shown.toMillis() + " ms";
  }
}
