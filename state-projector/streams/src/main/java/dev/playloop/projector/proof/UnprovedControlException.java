package dev.playloop.projector.proof;

/// A control that nobody vouches for: it leaves a dead letter and a count, and nothing else. Says
/// why, and what to do.
public final class UnprovedControlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String why;

  UnprovedControlException(String why, String message) {
    super(message);
    this.why = why;
  }

  /// One word, of a few, for a counter.
  public String why() {
    return why;
  }
}
