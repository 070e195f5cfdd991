package dev.playloop.loop;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Many random histories, one after the other, and what they came to in sum. Used by one thread.
final class Histories {
  private static final int ALL = 10_000;
  private static final long FIRST = 1;
  private static @Nullable Histories all;

  private final Digests digests = new Digests("simulation");
  private long steps;
  private long runs;
  private long drops;
  private long unknowns;
  private long reissued;
  private long halts;
  private long lost;

  private Histories() {}

  /// All 10,000, lived once for all tests that ask.
  static synchronized Histories all() {
    Histories lived = all;
    if (lived == null) {
      lived = new Histories();
      for (long seed = FIRST; seed < FIRST + ALL; seed++) {
        lived.live(seed, new TickChecks(false), false);
      }
      all = lived;
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
    LoopSimulation simulation = new LoopSimulation(seed, digests, ticks, changing);
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

  /// What all their folds gave, by name. Asked for once.
  Map<String, String> digests() {
    return digests.hex();
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
