package dev.playloop.worlds.emulator;

/// Somebody of the town, by the index among the field's objects (0 is the player).
public final class GamePeople {
  /// Stands at (10,5) and talks.
  public static final int GREETER = 1;

  /// Walks about at random within two tiles of (18,6).
  public static final int WANDERER = 2;

  /// Walks between (11,8) and (11,10), across the road at y 9.
  public static final int PATROL = 3;

  /// Stands at (24,7), looks south, sees two tiles far.
  public static final int TRAINER = 4;

  private GamePeople() {}
}
