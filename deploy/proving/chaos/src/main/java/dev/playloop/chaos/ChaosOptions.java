package dev.playloop.chaos;

import dev.playloop.chaos.system.Servers;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// Which histories, and what each is made of.
///
/// @param seeds one a history
/// @param faults in each history
/// @param parallel histories at the same time
/// @param recovery kills a role, with and without stable names, whose recovery is measured after
///   that
/// @param servers what each stands on
/// @param beside games of worlds that are data, where brokers replicate; none where it is not said
/// @param progress gets a line now and then
@RecordBuilder
public record ChaosOptions(
    List<Long> seeds,
    int faults,
    int parallel,
    int recovery,
    Servers servers,
    Beside.Start beside,
    Consumer<String> progress) {
  public ChaosOptions {
    seeds = List.copyOf(seeds);
    beside = beside == null ? Beside.NOBODY : beside;
    if (seeds.isEmpty() || faults < 0 || parallel < 1 || recovery < 0) {
      throw new IllegalArgumentException(
          "expected at least one history, no fewer than no faults, and at least one at a time");
    }
  }

  /// So many seeds, one after the other. Those that were `done` are left out, from the least of
  /// them on: what a killed call had begun and never told comes first.
  ///
  /// @param first where nothing was done
  public static List<Long> seeds(long first, int count, Collection<HistoryReport> done) {
    Set<Long> told = done.stream().map(HistoryReport::seed).collect(Collectors.toSet());
    long from = told.stream().mapToLong(Long::longValue).min().orElse(first);
    return LongStream.iterate(from, seed -> seed + 1)
        .boxed()
        .filter(seed -> !told.contains(seed))
        .limit(count)
        .toList();
  }
}
