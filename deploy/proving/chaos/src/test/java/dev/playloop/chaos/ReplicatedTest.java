package dev.playloop.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.cluster.Brokers;
import dev.playloop.chaos.declared.Games;
import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.system.Servers;
import dev.playloop.chaos.system.WorkerKind;
import dev.playloop.launcher.InstalledWorlds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A system with all its worlds on three brokers that ask who comes, while each of these brokers is
/// disturbed in each way. With other faults beside them: `./playloop chaos --brokers 3`.
@Tag("slow")
class ReplicatedTest {
  private static final long SEED = Long.getLong("chaos.seed", 7_300);

  /// Those that every machine has.
  private static final List<String> WORLDS =
      List.of("vault", "society", "kernel", "emerald", "eternum", "tally0", "tally1");

  @TempDir private Path folder;

  @Test
  void aSystemKeepsItsPromisesWhicheverBrokerIsDisturbed() throws InterruptedException {
    List<Fault> faults =
        new ArrayList<>(
            List.of(
                new Fault.KillBroker(0),
                new Fault.BadPath(WorkerKind.PROJECTOR, 1, Fault.Way.CUT, 5_000),
                new Fault.KillAt(WorkerKind.REASONER, "commit.sent", 2),
                new Fault.FreezeBroker(1, 12_000),
                new Fault.RestartBroker(2),
                new Fault.KillAt(WorkerKind.EXECUTOR, "executor.after-act", 1),
                new Fault.LoseBroker(0),
                new Fault.Kill(WorkerKind.PROJECTOR),
                new Fault.FillBroker(2)));
    if (canCutZones()) {
      faults.add(new Fault.CutZone(1, 12_000));
    }
    FaultPlan plan =
        new FaultPlan(faults.stream().map(fault -> new FaultPlan.Step(1_500, fault)).toList());

    HistoryReport report =
        new History(SEED, plan, AotCache.NONE, folder, Servers.THREE)
            .with(Games.ofEachKind(folder.resolve("programs")))
            .run();

    assertThat(report.violations()).as("seed %d: %s", SEED, report).isEmpty();
    assertThat(report.faults()).isEqualTo(faults.size());
    List<String> worlds = new ArrayList<>(WORLDS);
    InstalledWorlds.games().stream()
        .filter(game -> game.lacks().isEmpty())
        .forEach(game -> worlds.add(game.world()));
    assertThat(report.worlds()).containsOnlyKeys(worlds);
  }

  private boolean canCutZones() {
    try (Brokers brokers = Brokers.inZones(3, folder, AotCache.NONE)) {
      return brokers.lacksZones().isEmpty();
    }
  }
}
