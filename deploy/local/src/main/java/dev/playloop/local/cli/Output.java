package dev.playloop.local.cli;

import dev.playloop.local.watch.Paint;

/// Whether standard output is a terminal that takes colours; the script tells.
final class Output {
  private Output() {}

  static Paint paint() {
    return new Paint(Boolean.getBoolean("playloop.color"));
  }
}
