package dev.playloop.operator;

import java.util.List;

/// Topics are missing that Kafka does not let this operator create: the message names them, and
/// says why.
public final class CannotCreateTopics extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CannotCreateTopics(List<String> topics, IllegalStateException refused) {
    super(
        "the topics " + String.join(" and ", topics) + " can't be created: " + cause(refused),
        refused);
  }

  private static String cause(IllegalStateException refused) {
    Throwable cause = refused.getCause();
    return String.valueOf(cause == null ? refused.getMessage() : cause.getMessage());
  }
}
