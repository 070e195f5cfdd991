package dev.playloop.proving.fuzz;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What a run came to.
///
/// @param checks rounds of sane triggers
public record FuzzReport(
    long seed,
    double seconds,
    Map<String, Surfaced> surfaces,
    long runs,
    long deadLetters,
    int checks,
    List<Breach> breaches) {
  /// @param refusals how many kinds of answers it met
  public record Surfaced(long inputs, int refusals) {}

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
              "%-10s %,10d inputs %5d kinds of answers%n",
              each.getKey(),
              each.getValue().inputs(),
              each.getValue().refusals()));
    }
    text.append(
        String.format(
            Locale.ROOT,
            "seed %d: %,d inputs in %.0f s, %,d runs closed, %,d dead letters, %d checks: %s",
            seed,
            all,
            seconds,
            runs,
            deadLetters,
            checks,
            holds() ? "holds" : "BROKEN"));
    for (Breach breach : breaches) {
      text.append("\n  ").append(breach.surface()).append(' ').append(breach.number());
      text.append(": ").append(breach.what());
    }
    return text.toString();
  }
}
