package dev.playloop.audit;

import org.jspecify.annotations.Nullable;

/// Something that is in an audit's way. [#problem] says what; whoever talks to a person finds the
/// words, and the next step.
public final class AuditException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient AuditProblem problem;

  public AuditException(AuditProblem problem) {
    this(problem, null);
  }

  public AuditException(AuditProblem problem, @Nullable Throwable cause) {
    super(problem.toString(), cause);
    this.problem = problem;
  }

  public AuditProblem problem() {
    return problem;
  }
}
