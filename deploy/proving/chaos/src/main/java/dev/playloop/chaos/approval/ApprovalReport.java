package dev.playloop.chaos.approval;

import dev.playloop.schemas.event.ApprovalEvent.How;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// What came of killing workers around approvals.
///
/// @param points at which a worker died, and `byRole` how many of them were whose
/// @param asks questions, and `ends` in what way how many of them ended
/// @param words that the gateway took, `again` how often words were sent once more because nobody
///   knew what had become of them, and `ignored` how many words changed nothing
/// @param effects writes that happened, as their worlds say, and `triedAgain` how many that were
///   released turned out not to have happened, and were asked for once more
/// @param breaches how often each promise of approvals was broken; 0 for each that was kept
/// @param found what was broken, in words; all other promises of a chaos run too
@RecordBuilder
public record ApprovalReport(
    long seed,
    int points,
    Map<String, Integer> byRole,
    int orders,
    int asks,
    Map<How, Integer> ends,
    int words,
    int again,
    Map<String, Integer> ignored,
    int effects,
    int triedAgain,
    Map<String, Integer> breaches,
    List<String> found,
    long millis) {
  public ApprovalReport {
    byRole = Map.copyOf(byRole);
    ends = Map.copyOf(ends);
    ignored = Map.copyOf(ignored);
    breaches = Map.copyOf(breaches);
    found = List.copyOf(found);
  }

  public boolean holds() {
    return found.isEmpty();
  }

  /// For people.
  public String table() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "seed %d: %d points %s, %d orders, %d asked %s, %d words taken (%d sent once more),"
                + " ignored %s, %d effects (%d tried again), %.0f s%n",
            seed,
            points,
            new TreeMap<>(byRole),
            orders,
            asks,
            new TreeMap<>(ends),
            words,
            again,
            new TreeMap<>(ignored),
            effects,
            triedAgain,
            millis / 1_000.0));
    text.append(new TreeMap<>(breaches)).append(holds() ? " holds" : " BROKEN");
    found.forEach(what -> text.append("\n  ").append(what));
    return text.toString();
  }
}
