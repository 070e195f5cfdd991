package dev.playloop.worlds.eternum.model;

/// A placeholder until its tools stand.
final class EternumWorld {
  static final String NAME = "eternum";

  private EternumWorld() {}
}
