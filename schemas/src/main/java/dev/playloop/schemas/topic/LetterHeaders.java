package dev.playloop.schemas.topic;

import java.util.Set;

/// Headers of dead letters, in raw UTF-8: where the record came from, and why it is here.
public final class LetterHeaders {
  public static final String TOPIC = "playloop.topic";
  public static final String PARTITION = "playloop.partition";
  public static final String OFFSET = "playloop.offset";
  public static final String CAUSE = "playloop.cause";
  public static final String STACK = "playloop.stack";
  public static final String ROLE = "playloop.role";
  public static final String AT = "playloop.at";

  /// What an output that could not be sent was the answer to.
  public static final String INPUT = "playloop.input";

  /// Says that the bytes are not those that came: how many those were, where that is known.
  public static final String CUT = "playloop.cut";

  /// Of a trigger: why the loop dropped it, where no journal tells.
  public static final String DROPPED = "playloop.dropped";

  /// On a record that becomes a letter they are somebody's forgery.
  public static final Set<String> ALL =
      Set.of(TOPIC, PARTITION, OFFSET, CAUSE, STACK, ROLE, AT, INPUT, CUT, DROPPED);

  private LetterHeaders() {}
}
