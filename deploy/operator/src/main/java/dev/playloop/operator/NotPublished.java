package dev.playloop.operator;

import dev.playloop.schemas.topic.Topic;

/// Kafka refused a record: the message says for which topic and why.
public final class NotPublished extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotPublished(Topic<?, ?> topic, Throwable cause) {
    super("Kafka refused the record for " + topic.name() + ": " + cause.getMessage(), cause);
  }
}
