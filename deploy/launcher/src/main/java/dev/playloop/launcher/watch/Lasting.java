package dev.playloop.launcher.watch;

import java.time.Duration;

/// How long something takes, in the two largest units that a person reads: `3 h 12 min`.
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
    return shown.toMinutes() > 0
        ? shown.toMinutes() + " min " + shown.toSecondsPart() + " s"
        : shown.toSeconds() + " s";
  }
}
