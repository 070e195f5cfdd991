package dev.playloop.worlds.emerald.game;

/// A map by group and number, written `group.number`.
public record MapId(int group, int number) {
  @Override
  public String toString() {
    return group + "." + number;
  }
}
