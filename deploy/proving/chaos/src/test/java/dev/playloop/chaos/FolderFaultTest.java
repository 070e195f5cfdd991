package dev.playloop.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.system.TornFolder;
import dev.playloop.chaos.system.WorkerKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A projector whose folder is torn in every way, now after a kill and now after a stop in order,
/// and whose disk is full, among bad records.
@Tag("slow")
class FolderFaultTest {
  private static final int AFTER_MS = 1_500;
  private static final long SEED = 2;

  @TempDir private Path folder;

  @Test
  void aProjectorComesBackFromATornFolderAndAFullDisk() throws InterruptedException {
    List<FaultPlan.Step> steps = new ArrayList<>();
    steps.add(new FaultPlan.Step(AFTER_MS, new Fault.FullDisk()));
    boolean inOrder = false;
    for (TornFolder.Tear tear : TornFolder.Tear.values()) {
      inOrder = !inOrder;
      steps.add(
          new FaultPlan.Step(
              AFTER_MS, new Fault.TearFiles(WorkerKind.PROJECTOR, tear, inOrder, SEED)));
    }

    HistoryReport report = new History(SEED, new FaultPlan(steps), AotCache.NONE, folder).run();

    assertThat(report.violations()).as("seed %d: %s", SEED, report).isEmpty();
    assertThat(report.effects()).isPositive();
  }
}
