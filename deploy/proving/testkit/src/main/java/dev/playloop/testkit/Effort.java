package dev.playloop.testkit;

/// How long the longest of the tests that draw at random go on: as long as every build has time
/// for, and as many times as long as `-Dplayloop.test.effort` says, which `./playloop test --long`
/// sets to 10. Safe for all threads.
public final class Effort {
  private static final int EFFORT =
      Math.clamp(Integer.getInteger("playloop.test.effort", 1), 1, 1_000);

  private Effort() {}

  /// How many are drawn now, of a test that draws so many in each build.
  public static int of(int inEachBuild) {
    return Math.multiplyExact(inEachBuild, EFFORT);
  }
}
