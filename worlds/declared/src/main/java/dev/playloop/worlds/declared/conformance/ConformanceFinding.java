package dev.playloop.worlds.declared.conformance;

/// What became of one check.
///
/// @param check its name, such as `once.same-id`
/// @param sentence what the game owes where it passed, what it did instead where it failed, and why
///   nobody asked where it was not run
public record ConformanceFinding(String check, Outcome outcome, String sentence) {
  /// A check that was not run has not passed.
  public enum Outcome {
    PASSED,
    FAILED,
    NOT_RUN
  }

  @Override
  public String toString() {
    return outcome + " " + check + ": " + sentence;
  }
}
