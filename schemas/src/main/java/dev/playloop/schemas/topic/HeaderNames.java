package dev.playloop.schemas.topic;

/// Headers of our own records, in raw UTF-8. An answer names what it answers beside its body, so
/// that a body that can't be read still says who waits for it.
public final class HeaderNames {
  /// On `turns`: the turn's id; on `decisions`: the id of the turn that is answered.
  public static final String TURN = "playloop.turn";

  /// On `actions`: the action's id; on `results`: the id of the action that is answered.
  public static final String ACTION = "playloop.action";

  private HeaderNames() {}
}
