package dev.playloop.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.worlds.model.WorldUnavailable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
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
          return sound(seed, plan);
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

  private ChaosSummary run(ChaosRun.Histories histories) throws InterruptedException {
    ChaosOptions options = new ChaosOptions(SEED, 3, 2, 3, 0, _ -> {});
    return new ChaosRun(options, List.of(), folder, told::add, histories).run();
  }

  private static HistoryReport sound(long seed, FaultPlan plan) {
    Facts facts = new FactsOf().facts();
    List<Fault> faults = plan.steps().stream().map(FaultPlan.Step::fault).toList();
    return HistoryReport.of(seed, true, faults, facts, List.of(), true, 0);
  }
}
