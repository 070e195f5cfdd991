package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Replaying;
import dev.playloop.console.Console;
import dev.playloop.console.ConsoleOptions;
import dev.playloop.console.source.FileJournal;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.operator.RunAudit;
import dev.playloop.operator.Told;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

/// The page, the command and the operator say the same of every entry and of every run, though the
/// page reads a part of the journal and they read all of it.
class SameTruthTest {
  private static final Path JOURNAL = Path.of("src/test/resources/journals/0.1.0.jsonl");

  @TempDir private Path folder;

  private static String coded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static Map<String, Long> lastEntries(Evidence evidence) {
    Map<String, Long> last = new TreeMap<>();
    evidence.journal().read(record -> last.merge(record.key(), 0L, (before, _) -> before + 1));
    return last;
  }

  @Test
  void everyMomentIsWhatReplaySays() throws Exception {
    ConsoleOptions options =
        LookingOn.of(folder, 0).options("file", AllSettings.read(Map.of(), null));
    try (Evidence evidence = Evidence.ofFile(JOURNAL)) {
      FoldBuild fold = ThisBuild.fold(evidence);
      try (Console console = Console.open(options, FileJournal.of(JOURNAL), () -> fold)) {
        assertThat(console.awaitLoaded(Duration.ofSeconds(60))).isTrue();
        PageTab tab = PageTab.at(console.door());
        int asked = 0;
        for (Map.Entry<String, Long> agent : lastEntries(evidence).entrySet()) {
          AgentId id = new AgentId(agent.getKey());
          Map<Long, String> expected = new TreeMap<>();
          var _ =
              Replaying.behind(id, agent.getValue())
                  .telling(then -> expected.put(then.seq(), Json.LOG.writeValueAsString(then)))
                  .from(evidence, fold);
          assertThat(expected).hasSize((int) (agent.getValue() + 1));
          // Forwards, and back in leaps: what was kept of the one must not change the other.
          List<Long> steps = new ArrayList<>();
          for (long seq = 0; seq <= agent.getValue(); seq++) {
            steps.add(seq);
          }
          for (long seq = agent.getValue(); seq >= 0; seq -= 5) {
            steps.add(seq);
          }
          for (long seq : steps) {
            String said = tab.text("/api/replay?agent=" + coded(id.value()) + "&at=" + seq);
            assertThat(said)
                .as("%s at %d", id, seq)
                .isEqualTo(
                    Json.LOG.writeValueAsString(Replaying.behind(id, seq).from(evidence, fold)));
            asked++;
          }
        }
        assertThat(asked).isGreaterThan(128);
      }
    }
  }

  @Test
  void everyRunIsToldAsTheAuditTellsIt() throws Exception {
    ConsoleOptions options =
        LookingOn.of(folder, 0).options("file", AllSettings.read(Map.of(), null));
    try (Evidence evidence = Evidence.ofFile(JOURNAL)) {
      FoldBuild fold = ThisBuild.fold(evidence);
      try (Console console = Console.open(options, FileJournal.of(JOURNAL), () -> fold)) {
        assertThat(console.awaitLoaded(Duration.ofSeconds(60))).isTrue();
        PageTab tab = PageTab.at(console.door());
        List<String> runs = Json.tree(tab.text("/api/runs")).path("rows").findValuesAsString("run");
        assertThat(runs).isNotEmpty();
        for (String run : runs) {
          List<Told> told = new ArrayList<>();
          new RunAudit(new RunId(run), false, told::add).of(evidence, fold);
          JsonNode story = Json.tree(tab.text("/api/run?run=" + coded(run)));
          JsonNode last = story.path("told").get(story.path("told").size() - 1);
          assertThat(story.path("told").toString())
              .as(run)
              .isEqualTo(Json.tree(Json.LOG.writerFor(TOLD).writeValueAsString(told)).toString());
          assertThat(last.path("differences").asInt()).isZero();
          int prompts = last.path("prompts").asInt();
          JsonNode prompt = Json.tree(tab.text("/api/prompt?run=" + coded(run) + "&turn=1"));
          assertThat(prompts).isPositive();
          assertThat(prompt.path("matches").asBoolean()).isTrue();
          assertThat(prompt.path("hash").stringValue())
              .isEqualTo(prompt.path("journaled").stringValue());
        }
      }
    }
  }

  private static final TypeReference<List<Told>> TOLD = new TypeReference<>() {};
}
