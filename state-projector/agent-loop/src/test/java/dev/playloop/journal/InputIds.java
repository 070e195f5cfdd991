package dev.playloop.journal;

import dev.playloop.loop.state.Input;

/// What the shell calls inputs in the journal.
public final class InputIds {
  private InputIds() {}

  /// The id that an input has there; its own where its content says none.
  public static String of(Input input) {
    return Given.id(input);
  }
}
