package dev.playloop.worlds.emulator;

/// How fast frames pass.
sealed interface Pace {
  /// Frames a second of the console: 16,777,216 cycles of 280,896 a frame.
  double FRAMES_PER_SECOND = 16_777_216.0 / 280_896.0;

  /// A number of times as fast as the console, 1 to 64.
  record Times(int factor) implements Pace {
    public Times {
      if (factor < 1 || factor > 64) {
        throw new IllegalArgumentException("speed must be 1 to 64, `max` or `step`, is " + factor);
      }
    }

    long nanosPerFrame() {
      return Math.round(1e9 / FRAMES_PER_SECOND / factor);
    }
  }

  /// As fast as it goes.
  record Max() implements Pace {}

  /// A frame passes each time that somebody asks for the frame, before the answer; so a client that
  /// waits in frames drives the game, and every run with the same requests is the same.
  record Step() implements Pace {}

  /// Reads `1`, `8`, `max` or `step`.
  static Pace parse(String text) {
    return switch (text) {
      case "max" -> new Max();
      case "step" -> new Step();
      default -> {
        try {
          yield new Times(Integer.parseInt(text));
        } catch (NumberFormatException e) {
          throw new IllegalArgumentException(
              "speed must be 1 to 64, `max` or `step`, is `" + text + "`", e);
        }
      }
    };
  }
}
