package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Exporting;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.launcher.example.Example;
import dev.playloop.launcher.example.ExampleRun;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.testkit.Programs;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// The same as [SameTruthTest] of what other examples leave behind: played, exported, and looked at
/// in the file. While they run, what their worlds' ledgers have of each write can be seen too.
@EmbeddedOnly("it plays on servers of its own")
class ExamplesTruthTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"kernel, none", "emerald, outcome", "eternum, outcome", "village, outcome"})
  void everyMomentAndEveryRunIsTheSame(String world, String ledger) throws Exception {
    if (world.equals("village")) {
      Programs.require("node", "npm");
    }
    Path journal = folder.resolve("journal.jsonl");
    Example example = Example.load(world);
    Map<String, String> environment = Map.of("PLAYLOOP_EMERALD_SPEED", "step");
    try (LocalSystem system =
        LocalSystem.start(
            Working.options(environment)
                .withWorlds(example.worlds())
                .withRehearsal(example.rehearsal()))) {
      ExampleRun.prepare(example, system);
      ExampleRun.Outcome outcome = ExampleRun.play(example, system, _ -> {});
      assertThat(outcome.differences()).isEmpty();
      try (SystemPage page = SystemPage.open(system, AllSettings.read(Map.of(), null), null)) {
        assertThat(ledgers(PageTab.at(page.door()), outcome.report().runs().size()))
            .containsOnly(ledger);
      }
      export(system, journal);
    }
    try (SameTruth truth = new SameTruth(journal, folder)) {
      assertThat(truth.everyMoment()).isGreaterThan(10);
      assertThat(truth.everyRun()).isPositive();
    }
  }

  /// What the ledger has of each write that was done.
  private static Set<String> ledgers(PageTab tab, int runs) {
    Await.until(
        "the page has all runs",
        () ->
            tab.get("/api/runs")
                    .path("rows")
                    .valueStream()
                    .filter(run -> run.path("outcome").isString())
                    .count()
                >= runs);
    Set<String> found = new TreeSet<>();
    for (String run : tab.get("/api/runs").path("rows").findValuesAsString("run")) {
      JsonNode story = tab.get("/api/run?run=" + SameTruth.coded(run));
      for (JsonNode told : story.path("told").values()) {
        JsonNode result = told.path("step").path("result");
        JsonNode action = story.path("actions").path(result.path("action").asString(""));
        if (result.path("status").asString("").equals("DONE")
            && action.path("effect").asString("").equals("WRITE")) {
          found.add(action.path("ledger").path("type").asString("none"));
        }
      }
    }
    return found;
  }

  private static void export(LocalSystem system, Path to) throws Exception {
    try (Evidence evidence = Evidence.ofCluster(system.kafka());
        OutputStream file = Files.newOutputStream(to)) {
      new Exporting(ThisBuild.fold(evidence), system.kafka()).export(evidence.journal(), file);
    }
  }
}
