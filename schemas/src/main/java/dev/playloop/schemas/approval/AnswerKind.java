package dev.playloop.schemas.approval;

import com.fasterxml.jackson.annotation.JsonAlias;

/// What a person may answer where a write waits; files have it in lower case, too.
public enum AnswerKind {
  /// Release it as it is.
  @JsonAlias("approve")
  APPROVE,
  /// Release it with other arguments.
  @JsonAlias("edit")
  EDIT,
  /// Refuse it; the model is told why, and plans anew.
  @JsonAlias("deny")
  DENY,
  /// Take one's own word back, as long as it has led to nothing.
  @JsonAlias("withdraw")
  WITHDRAW
}
