package dev.playloop.chaos.declared;

import dev.playloop.schemas.event.ActionResult.Status;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// What came of a storm over worlds that are data.
///
/// @param squalls that the system came back from
/// @param kills of games and of the executor, and `strikes` how often each thing happened
/// @param writes that agents asked for, `deeds` how many the games did, and `told` how many ended
///   in which way
/// @param breaches how often each promise was broken; 0 for each that was kept
/// @param found what was broken, in words; all other promises of a chaos run too
@RecordBuilder
public record DeclaredReport(
    long seed,
    int squalls,
    int kills,
    Map<String, Integer> strikes,
    int orders,
    int writes,
    int deeds,
    Map<Status, Integer> told,
    Map<String, Integer> breaches,
    List<String> found,
    long millis) {
  public DeclaredReport {
    strikes = Map.copyOf(strikes);
    told = Map.copyOf(told);
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
            "seed %d: %d squalls, %d kills %s, %d orders, %d writes, %d deeds, told %s, %.0f s%n",
            seed,
            squalls,
            kills,
            new TreeMap<>(strikes),
            orders,
            writes,
            deeds,
            new TreeMap<>(told),
            millis / 1_000.0));
    text.append(new TreeMap<>(breaches)).append(holds() ? " holds" : " BROKEN");
    found.forEach(what -> text.append("\n  ").append(what));
    return text.toString();
  }
}
