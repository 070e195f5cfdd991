package dev.playloop.schemas.tool;

/// Whether a tool only looks, or changes its world.
public enum Effect {
  READ,
  WRITE
}
