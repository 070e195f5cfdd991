package dev.playloop.launcher.cli;

import dev.playloop.launcher.watch.Paint;

/// Whether standard output is a terminal that takes colours; the script tells.
final class Output {
  private Output() {}

  static Paint paint() {
    return new Paint(Boolean.getBoolean("playloop.color"));
  }
}
