package dev.playloop.worlds.model;

/// What a world is opened for.
public enum Purpose {
  /// Agents act in it.
  WORK,

  /// An example is played in it. A world whose deeds are real, such as transactions on a chain that
  /// others use, must refuse to open: an example shows what agents do wrong, too.
  EXAMPLE,

  /// Agents act as ever, and nothing that they do reaches it: each write is checked as far as it
  /// goes and refused with the code `dry_run`. Nothing of it may look, to whoever opens the world
  /// for work later on, as if it had begun. See [WorldModule#hasDryRun].
  DRY_RUN
}
