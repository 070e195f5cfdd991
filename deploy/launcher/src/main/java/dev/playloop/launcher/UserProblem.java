package dev.playloop.launcher;

import org.jspecify.annotations.Nullable;

/// Something the person at the terminal can mend: what is wrong, and the next step. `exitCode` is
/// what the command ends with.
public final class UserProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;
  public static final int FAILED = 1;
  public static final int USAGE = 2;
  public static final int ENVIRONMENT = 3;

  private final int exitCode;
  private final String nextStep;

  private UserProblem(int exitCode, String message, String nextStep, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
    this.nextStep = nextStep;
  }

  /// The command or a file it was given is wrong.
  public static UserProblem usage(String message, String nextStep) {
    return new UserProblem(USAGE, message, nextStep, null);
  }

  /// Something outside is missing: a program, a broker, a database, a key.
  public static UserProblem environment(
      String message, String nextStep, @Nullable Throwable cause) {
    return new UserProblem(ENVIRONMENT, message, nextStep, cause);
  }

  /// The work was done and went wrong.
  public static UserProblem failed(String message, String nextStep) {
    return new UserProblem(FAILED, message, nextStep, null);
  }

  public int exitCode() {
    return exitCode;
  }

  public String nextStep() {
    return nextStep;
  }
}
