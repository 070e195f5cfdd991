package dev.playloop.schemas.topic;

import java.util.Set;

/// Headers of our own records, in raw UTF-8. An answer names what it answers beside its body, so
/// that a body that can't be read still says who waits for it.
public final class HeaderNames {
  /// On `turns`: the turn's id; on `decisions`: the id of the turn that is answered.
  public static final String TURN = "playloop.turn";

  /// On `actions`: the action's id; on `results`: the id of the action that is answered.
  public static final String ACTION = "playloop.action";

  /// On `dead-letters` of triggers: why the loop dropped it, where no journal tells.
  public static final String DROPPED = "playloop.dropped";

  /// The headers that only a dead letter has: on a record that becomes one they are a forgery.
  public static final Set<String> OF_LETTERS =
      Set.of(
          DROPPED,
          "playloop.topic",
          "playloop.partition",
          "playloop.offset",
          "playloop.cause",
          "playloop.stack",
          "playloop.role",
          "playloop.at",
          "playloop.input",
          "playloop.cut");

  private HeaderNames() {}
}
