package dev.playloop.schemas.approval;

import com.fasterxml.jackson.annotation.JsonProperty;

/// What a person may answer where a write waits.
public enum AnswerKind {
  /// Release it as it is.
  @JsonProperty("approve")
  APPROVE,
  /// Release it with other arguments.
  @JsonProperty("edit")
  EDIT,
  /// Refuse it; the model is told why, and plans anew.
  @JsonProperty("deny")
  DENY,
  /// Take one's own word back, as long as it has led to nothing.
  @JsonProperty("withdraw")
  WITHDRAW
}
