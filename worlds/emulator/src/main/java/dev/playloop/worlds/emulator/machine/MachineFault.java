package dev.playloop.worlds.emulator.machine;

/// The game did something that its machine can't do, so it can't go on: a bug of the game, or a
/// limit of the machine. Says where.
public final class MachineFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MachineFault(String message) {
    super(message);
  }
}
