package dev.playloop.worlds.emulator;

/// How an NPC moves.
public enum Movement {
  STILL(0),
  WANDER(1),
  PATROL_DOWN(2),
  PATROL_RIGHT(3);

  final int code;

  Movement(int code) {
    this.code = code;
  }
}
