package dev.playloop.kit.health;

import org.jspecify.annotations.Nullable;

/// One thing that a process needs, asked whether it is there.
public interface Probe {
  /// What is wrong, in words for the operator; null where nothing is. May block for a few seconds.
  @Nullable String problem();

  /// What this one finds, else what the other one does.
  default Probe or(Probe other) {
    return () -> {
      String problem = problem();
      return problem == null ? other.problem() : problem;
    };
  }

  /// A probe of a state that is known without asking.
  static Probe of(String problem, java.util.function.BooleanSupplier fine) {
    return () -> fine.getAsBoolean() ? null : problem;
  }
}
