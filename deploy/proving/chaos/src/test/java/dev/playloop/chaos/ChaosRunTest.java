package dev.playloop.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.system.Servers;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.worlds.model.WorldUnavailable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a run makes of its histories, without a system.
class ChaosRunTest {
  private static final long SEED = 7;

  @TempDir private Path folder;

  private final List<HistoryReport> told = new ArrayList<>();

  static Stream<RuntimeException> whatAHistoryMayThrow() {
    return Stream.of(
        new IllegalStateException("no trigger ended"),
        new KafkaException("the broker is gone"),
        new WorldUnavailable("PostgreSQL never came back", new IOException("refused")),
        new InvalidValueException("v", "1", "nothing"),
        new UncheckedIOException(new IOException("no such file")));
  }

  @ParameterizedTest
  @MethodSource("whatAHistoryMayThrow")
  void aHistoryThatThrowsIsBrokenAndToldAndTheOthersAreRun(RuntimeException thrown)
      throws InterruptedException {
    ChaosSummary summary =
        run((seed, plan, cache, own) -> {
          if (seed == SEED + 1) {
            throw thrown;
          }
          return report(seed, plan, true);
        });

    assertThat(summary.histories()).isEqualTo(3);
    assertThat(summary.broken()).isEqualTo(1);
    assertThat(told)
        .extracting(HistoryReport::seed)
        .containsExactlyInAnyOrder(SEED, SEED + 1, SEED + 2);
    assertThat(told.stream().flatMap(report -> report.violations().stream()))
        .singleElement()
        .asString()
        .contains("not run to its end", String.valueOf(thrown.getMessage()));
  }

  @Test
  void aBrokenFirstHistoryWithoutFaultsIsToldAndCountedAndMakesNoCache()
      throws InterruptedException {
    ChaosSummary summary = run(new Trained(true));

    assertThat(summary.histories()).isEqualTo(4);
    assertThat(summary.broken()).isEqualTo(1);
    assertThat(told).hasSize(4);
    assertThat(told.getFirst().holds()).isFalse();
  }

  @Test
  void aFirstHistoryWithoutFaultsThatHoldsIsNoneOfThem() throws InterruptedException {
    ChaosSummary summary = run(new Trained(false));

    assertThat(summary.histories()).isEqualTo(3);
    assertThat(summary.holds()).isTrue();
    assertThat(told).hasSize(3);
  }

  @Test
  void whatAKilledCallNeverToldIsRunBeforeTheNext() {
    FaultPlan plan = new FaultPlan(List.of());
    List<HistoryReport> done =
        List.of(report(7, plan, true), report(9, plan, true), report(12, plan, true));

    assertThat(ChaosOptions.seeds(1, 4, done)).containsExactly(8L, 10L, 11L, 13L);
    assertThat(ChaosOptions.seeds(1, 2, List.of())).containsExactly(1L, 2L);
  }

  /// Its processes have a cache only where the history that makes it held.
  private record Trained(boolean broken) implements ChaosRun.Histories {
    @Override
    public HistoryReport run(long seed, FaultPlan plan, AotCache cache, Path own) {
      if (cache.training()) {
        return report(seed, plan, !broken);
      }
      return report(seed, plan, cache.equals(AotCache.NONE) == broken);
    }

    @Override
    public boolean canCache() {
      return true;
    }
  }

  private ChaosSummary run(ChaosRun.Histories histories) throws InterruptedException {
    ChaosOptions options =
        ChaosOptionsBuilder.builder()
            .seeds(ChaosOptions.seeds(SEED, 3, List.of()))
            .faults(2)
            .parallel(3)
            .recovery(0)
            .servers(Servers.ONE)
            .progress(_ -> {})
            .build();
    return new ChaosRun(options, List.of(), folder, told::add, histories).run();
  }

  private static HistoryReport report(long seed, FaultPlan plan, boolean drained) {
    Facts facts = new FactsOf().facts();
    List<Fault> faults = plan.steps().stream().map(FaultPlan.Step::fault).toList();
    HistoryReport report = HistoryReport.of(seed, true, faults, facts, List.of());
    return drained ? report : report.notDrained();
  }
}
