package dev.playloop.worlds.emulator;

/// What the player moves on.
public enum Ride {
  FOOT(1),
  MACH_BIKE(2),
  SURF(8);

  final int flag;

  Ride(int flag) {
    this.flag = flag;
  }
}
