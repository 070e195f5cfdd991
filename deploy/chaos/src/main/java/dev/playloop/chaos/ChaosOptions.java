package dev.playloop.chaos;

import java.util.function.Consumer;

/// How many histories, from which seed on, and what each is made of. History `i` has the seed `seed
/// + i`, so that a run can be continued, and a single history repeated.
///
/// @param faults in each history
/// @param parallel histories at the same time
/// @param recovery kills a role, with and without stable names, whose recovery is measured after
///   that
/// @param progress gets a line now and then
public record ChaosOptions(
    long seed, int histories, int faults, int parallel, int recovery, Consumer<String> progress) {
  public ChaosOptions {
    if (histories < 1 || faults < 0 || parallel < 1 || recovery < 0) {
      throw new IllegalArgumentException(
          "expected at least one history, no fewer than no faults, and at least one at a time");
    }
  }
}
