package dev.playloop.chaos.check;

/// One broken promise that the checker found.
public record Violation(Kind kind, String detail) {
  public enum Kind {
    /// A trigger that was accepted neither closed nor was dropped for a reason; or an effect that
    /// was reported as done never happened.
    LOST,
    /// A trigger that closed twice, or an effect that happened twice or without being asked for.
    DUPLICATE,
    /// An LLM call that arrived when the answer to that very prompt was readable on the log.
    REPAID,
    /// Triggers or effects of one agent out of order.
    ORDER,
    /// More was spent than the cap and the recorded overrun.
    OVERSPEND,
    /// The journal does not verify.
    AUDIT,
    /// A dead letter of a good record.
    DEAD_LETTER,
    /// A bad record without a dead letter of its own, or with two; a bad event that was not
    /// refused; a full disk that the worker did not name.
    UNTOLD,
    /// A call or an effect that began when its time was over.
    LATE,
    /// An effect that happened, and a result that says it did not.
    UNTRUE,
    /// A worker ended by itself, or something did not come back from its fault.
    CRASH
  }
}
