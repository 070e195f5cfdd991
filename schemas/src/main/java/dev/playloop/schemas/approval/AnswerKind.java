package dev.playloop.schemas.approval;

/// What a person may answer where a write waits.
public enum AnswerKind {
  /// Release it as it is.
  APPROVE,
  /// Release it with other arguments.
  EDIT,
  /// Refuse it; the model is told why, and plans anew.
  DENY,
  /// Take one's own word back, as long as it has led to nothing.
  WITHDRAW
}
