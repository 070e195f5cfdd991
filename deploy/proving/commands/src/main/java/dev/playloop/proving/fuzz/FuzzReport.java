package dev.playloop.proving.fuzz;

import dev.playloop.proving.fuzz.arena.Breach;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What a run came to.
///
/// @param entries of the journal, each read by a second JSON library
/// @param checks rounds of sane triggers
/// @param slowestCheck how many seconds the slowest of them took
@RecordBuilder
record FuzzReport(
    long seed,
    double seconds,
    Map<String, Surfaced> surfaces,
    long runs,
    long deadLetters,
    long entries,
    int checks,
    double slowestCheck,
    List<Breach> breaches) {
  /// @param refusals how many kinds of answers it met
  /// @param seconds how long it worked, beside the others
  public record Surfaced(long inputs, int refusals, double seconds) {
    private Surfaced and(Surfaced other) {
      return new Surfaced(
          inputs + other.inputs, Math.max(refusals, other.refusals), seconds + other.seconds);
    }
  }

  /// Of a corpus entry that is printed; its file has all of it.
  private static final int LONGEST = 400;

  /// Several runs as one: of the last one's seed.
  static FuzzReport sum(List<FuzzReport> runs) {
    Map<String, Surfaced> surfaces = new LinkedHashMap<>();
    runs.forEach(
        run -> run.surfaces.forEach((name, each) -> surfaces.merge(name, each, Surfaced::and)));
    return new FuzzReport(
        runs.getLast().seed,
        runs.stream().mapToDouble(FuzzReport::seconds).sum(),
        surfaces,
        runs.stream().mapToLong(FuzzReport::runs).sum(),
        runs.stream().mapToLong(FuzzReport::deadLetters).sum(),
        runs.stream().mapToLong(FuzzReport::entries).sum(),
        runs.stream().mapToInt(FuzzReport::checks).sum(),
        runs.stream().mapToDouble(FuzzReport::slowestCheck).max().orElse(0),
        runs.stream().flatMap(run -> run.breaches.stream()).toList());
  }

  /// How many inputs each surface has had.
  Map<String, Long> inputs() {
    Map<String, Long> inputs = new HashMap<>();
    surfaces.forEach((name, each) -> inputs.put(name, each.inputs));
    return inputs;
  }

  public boolean holds() {
    return breaches.isEmpty();
  }

  public String text() {
    StringBuilder text = new StringBuilder();
    long all = 0;
    for (Map.Entry<String, Surfaced> each : surfaces.entrySet()) {
      all += each.getValue().inputs();
      text.append(
          String.format(
              Locale.ROOT,
              "%-10s %,10d inputs %5d kinds of answers %,8.0f a second of its own%n",
              each.getKey(),
              each.getValue().inputs(),
              each.getValue().refusals(),
              each.getValue().inputs() / Math.max(0.001, each.getValue().seconds())));
    }
    text.append(
        String.format(
            Locale.ROOT,
            "seed %d: %,d inputs in %.0f s, %,d runs closed, %,d dead letters, %,d entries of"
                + " the journal read by a second library, %d checks of"
                + " at most %.1f s: %s",
            seed,
            all,
            seconds,
            runs,
            deadLetters,
            entries,
            checks,
            slowestCheck,
            holds() ? "holds" : "BROKEN"));
    for (Breach breach : breaches) {
      text.append("\n  ").append(breach.surface()).append(' ').append(breach.number());
      text.append(": ").append(breach.what());
      if (!breach.input().isEmpty()) {
        text.append("\n    to keep it, add to the corpus of ")
            .append(breach.surface())
            .append(": ");
        text.append(breach.entry(), 0, Math.min(breach.entry().length(), LONGEST));
      }
    }
    return text.toString();
  }
}
