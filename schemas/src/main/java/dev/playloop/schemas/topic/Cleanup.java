package dev.playloop.schemas.topic;

/// How a topic forgets.
public enum Cleanup {
  DELETE("delete"),
  COMPACT("compact"),
  COMPACT_AND_DELETE("compact,delete");

  private final String policy;

  Cleanup(String policy) {
    this.policy = policy;
  }

  /// The value of Kafka's `cleanup.policy`.
  public String policy() {
    return policy;
  }
}
