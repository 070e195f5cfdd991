package dev.playloop.worlds.emerald.model;

/// The ten buttons of the console, in the order of their bits.
public enum Button {
  A,
  B,
  Select,
  Start,
  Right,
  Left,
  Up,
  Down,
  R,
  L
}
