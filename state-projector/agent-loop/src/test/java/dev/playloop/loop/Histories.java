package dev.playloop.loop;

/// Many random histories, one after the other, and what they came to in sum. Used by one thread.
final class Histories {
  private static final int ALL = 10_000;
  private static final long FIRST = 1;

  private long steps;
  private long runs;
  private long drops;
  private long unknowns;
  private long reissued;
  private long halts;
  private long lost;

  private Histories() {}

  /// All 10,000.
  static Histories all() {
    Histories lived = new Histories();
    for (long seed = FIRST; seed < FIRST + ALL; seed++) {
      lived.live(seed, new TickChecks(false), false);
    }
    return lived;
  }

  /// That of this seed alone.
  static Histories one(long seed) {
    Histories lived = new Histories();
    lived.live(seed, new TickChecks(false), false);
    return lived;
  }

  /// So many others, of an agent that has a schedule with a fixed delay beside all else.
  static Histories ticking(int count) {
    Histories lived = new Histories();
    for (long seed = ALL + FIRST; seed < ALL + FIRST + count; seed++) {
      lived.live(seed, new TickChecks(true), false);
    }
    return lived;
  }

  /// So many others, in which the world declares other tools every now and then.
  static Histories changing(int count) {
    Histories lived = new Histories();
    for (long seed = 2 * ALL + FIRST; seed < 2 * ALL + FIRST + count; seed++) {
      lived.live(seed, new TickChecks(false), true);
    }
    return lived;
  }

  private void live(long seed, TickChecks ticks, boolean changing) {
    LoopSimulation simulation = new LoopSimulation(seed, ticks, changing);
    try {
      simulation.run();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
    steps += simulation.steps();
    runs += simulation.checks().runs;
    drops += simulation.checks().drops;
    unknowns += simulation.checks().unknowns;
    reissued += simulation.checks().reissued;
    halts += simulation.checks().halts;
    lost += simulation.lost();
  }

  long steps() {
    return steps;
  }

  long runs() {
    return runs;
  }

  long drops() {
    return drops;
  }

  long unknowns() {
    return unknowns;
  }

  long reissued() {
    return reissued;
  }

  long halts() {
    return halts;
  }

  long lost() {
    return lost;
  }
}
