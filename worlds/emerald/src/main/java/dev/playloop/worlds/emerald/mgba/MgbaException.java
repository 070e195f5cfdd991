package dev.playloop.worlds.emerald.mgba;

/// What the emulator's side can do wrong, but for being away: that is
/// [dev.playloop.worlds.model.WorldUnavailable]. Closed.
public abstract sealed class MgbaException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private MgbaException(String message) {
    super(message);
  }

  /// A command was sent and its answer was lost: it may have run, may not have, or may still run.
  /// Nobody sends it again; the game tells.
  public static final class UnknownOutcome extends MgbaException {
    private static final long serialVersionUID = 1L;

    public UnknownOutcome(String message) {
      super(message);
    }
  }

  /// Something answered that does not speak mGBA-http 0.10, or not about this game.
  public static final class UnexpectedAnswer extends MgbaException {
    private static final long serialVersionUID = 1L;

    public UnexpectedAnswer(String path, String expected, String got) {
      super(
          "%s: expected %s, got %s; check that the address is that of mGBA-http 0.10"
              .formatted(path, expected, shortened(got)));
    }

    private static String shortened(String got) {
      String oneLine = got.replaceAll("[\\p{Cntrl}]+", " ");
      return oneLine.length() <= 60
          ? "'" + oneLine + "'"
          : "'" + oneLine.substring(0, 60) + "…' (" + oneLine.length() + " characters)";
    }
  }

  /// The emulator refused the command, and nothing happened.
  public static final class CommandRefused extends MgbaException {
    private static final long serialVersionUID = 1L;

    public CommandRefused(String message) {
      super(message);
    }
  }

  /// The frame counter stands still, so no key would be seen.
  public static final class EmulatorPaused extends MgbaException {
    private static final long serialVersionUID = 1L;

    public EmulatorPaused(long frame, long millis) {
      super(
          "the emulator is paused: its frame counter has stood at %d for %d ms; let it run"
              .formatted(frame, millis));
    }
  }
}
