package dev.playloop.worlds.model;

import org.jspecify.annotations.Nullable;

/// A world can't be opened, and somebody can mend it: the message says what is wrong, and
/// [#nextStep] what to do.
public final class CannotOpenWorld extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// What is at fault.
  public enum Fault {
    SETTING,
    MACHINE
  }

  private final Fault fault;
  private final String nextStep;

  private CannotOpenWorld(Fault fault, String message, String nextStep, @Nullable Throwable cause) {
    super(message, cause);
    this.fault = fault;
    this.nextStep = nextStep;
  }

  public static CannotOpenWorld setting(String message, String nextStep) {
    return new CannotOpenWorld(Fault.SETTING, message, nextStep, null);
  }

  public static CannotOpenWorld machine(
      String message, String nextStep, @Nullable Throwable cause) {
    return new CannotOpenWorld(Fault.MACHINE, message, nextStep, cause);
  }

  public Fault fault() {
    return fault;
  }

  public String nextStep() {
    return nextStep;
  }
}
