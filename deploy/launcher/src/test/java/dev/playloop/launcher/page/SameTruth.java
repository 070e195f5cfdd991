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
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.Catalogue;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Holds what a console says of an export against what command and operator say of it, which read
/// all of it where the console reads a part. One thread's.
final class SameTruth implements AutoCloseable {
  private static final TypeReference<List<Told>> TOLD = new TypeReference<>() {};

  /// One in so many moments is also held to a reading that ends there, as the command's do: each of
  /// those reads all of the journal.
  private static final int ALONE = 7;

  private final Evidence evidence;
  private final FoldBuild fold;
  private final Console console;
  private final PageTab tab;

  /// @param folder where the console's index lies
  SameTruth(Path journal, Path folder) throws Exception {
    evidence = Evidence.ofFile(journal);
    fold = ThisBuild.fold(evidence);
    ConsoleOptions options =
        LookingOn.of(folder, 0).options("file", AllSettings.read(Map.of(), null));
    console = Console.open(options, FileJournal.of(journal), () -> fold);
    assertThat(console.awaitLoaded(Duration.ofSeconds(60))).isTrue();
    tab = PageTab.at(console.door());
  }

  PageTab tab() {
    return tab;
  }

  static String coded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private Map<String, Long> lastEntries() {
    Map<String, Long> last = new TreeMap<>();
    evidence.journal().read(record -> last.merge(record.key(), 0L, (before, _) -> before + 1));
    return last;
  }

  /// Returns how many entries there are.
  int everyMoment() {
    int entries = 0;
    for (Map.Entry<String, Long> agent : lastEntries().entrySet()) {
      AgentId id = new AgentId(agent.getKey());
      long last = agent.getValue();
      Map<Long, String> expected = new TreeMap<>();
      var _ =
          Replaying.behind(id, last)
              .telling(then -> expected.put(then.seq(), Json.LOG.writeValueAsString(then)))
              .from(evidence, fold);
      assertThat(expected).hasSize((int) (last + 1));
      // Forwards, and back in leaps: what was kept of the one must not change the other.
      List<Long> steps = new ArrayList<>();
      for (long seq = 0; seq <= last; seq++) {
        steps.add(seq);
      }
      for (long seq = last; seq >= 0; seq -= 5) {
        steps.add(seq);
      }
      for (long seq : steps) {
        String said = tab.text("/api/replay?agent=" + coded(id.value()) + "&at=" + seq);
        assertThat(said).as("%s at %d", id, seq).isEqualTo(expected.get(seq));
        if ((seq + 3) % ALONE == 0) {
          assertThat(said)
              .as("%s at %d, asked for alone", id, seq)
              .isEqualTo(
                  Json.LOG.writeValueAsString(Replaying.behind(id, seq).from(evidence, fold)));
        }
      }
      entries += expected.size();
    }
    return entries;
  }

  /// Returns how many of its actions' results were told.
  int everyRun() {
    List<String> runs = tab.get("/api/runs").path("rows").findValuesAsString("run");
    assertThat(runs).isNotEmpty();
    int acted = 0;
    for (String run : runs) {
      List<Told> told = new ArrayList<>();
      new RunAudit(new RunId(run), false, told::add).of(evidence, fold);
      JsonNode story = story(run);
      JsonNode last = story.path("told").get(story.path("told").size() - 1);
      assertThat(story.path("told").toString())
          .as(run)
          .isEqualTo(Json.tree(Json.LOG.writerFor(TOLD).writeValueAsString(told)).toString());
      assertThat(last.path("differences").asInt()).isZero();
      assertThat(last.path("prompts").asInt()).isPositive();
      JsonNode prompt = tab.get("/api/prompt?run=" + coded(run) + "&turn=1");
      assertThat(prompt.path("matches").asBoolean()).isTrue();
      assertThat(prompt.path("hash").stringValue())
          .isEqualTo(prompt.path("journaled").stringValue());
      eachIsOfItsEntry(story);
      acted += actions(story);
    }
    return acted;
  }

  /// All parts of a run as one.
  private JsonNode story(String run) {
    ObjectNode all = (ObjectNode) tab.get("/api/run?run=" + coded(run));
    JsonNode part = all;
    while (part.path("next").isString()) {
      part = tab.get("/api/run?run=" + coded(run) + "&cursor=" + part.path("next").stringValue());
      ((ArrayNode) all.path("told")).addAll((ArrayNode) part.path("told"));
      ((ArrayNode) all.path("seqs")).addAll((ArrayNode) part.path("seqs"));
      ((ObjectNode) all.path("actions")).setAll((ObjectNode) part.path("actions"));
    }
    return all;
  }

  private void eachIsOfItsEntry(JsonNode story) {
    JsonNode seqs = story.path("seqs");
    assertThat(seqs.size()).isEqualTo(story.path("told").size());
    String agent = coded(story.path("row").path("agent").stringValue());
    for (int i = 0; i < seqs.size(); i++) {
      JsonNode told = story.path("told").get(i);
      if (told.path("type").stringValue().equals("checked")) {
        assertThat(seqs.get(i).isNull()).isTrue();
      } else if (told.path("type").stringValue().equals("happened")) {
        String entry = "/api/entry?agent=" + agent + "&seq=" + seqs.get(i).asLong();
        assertThat(tab.get(entry).path("row").path("at"))
            .as("%s", told)
            .isEqualTo(told.path("step").path("at"));
      }
    }
  }

  /// Each is what its world declares.
  private int actions(JsonNode story) {
    Catalogue world =
        fold.worlds().current(new AgentId(story.path("row").path("agent").stringValue()).world());
    Boolean ledger = Objects.requireNonNull(world.world()).keepsLedger();
    String safety = Boolean.TRUE.equals(ledger) ? "LEDGER" : "TRANSACTIONAL";
    int acted = 0;
    for (JsonNode told : story.path("told").values()) {
      JsonNode step = told.path("step");
      if (step.path("type").asString("").equals("acted")) {
        acted++;
        String id = step.path("result").path("action").stringValue();
        JsonNode known = story.path("actions").path(id);
        ToolSpec<?> tool = world.findAny(step.path("tool").stringValue());
        assertThat(tool).as(id).isNotNull();
        boolean simulated = simulated(story).contains(id);
        Effect effect = simulated ? Effect.READ : tool.effect();
        assertThat(known.path("effect").asString("")).as(id).isEqualTo(effect.name());
        // What was sent last: after an answer that was lost, the question what became of it.
        assertThat(known.path("mode").asString(""))
            .as(id)
            .isIn(simulated ? Set.of("SIMULATE") : Set.of("EXECUTE", "RECONCILE"));
        assertThat(known.path("lane").asString("")).as(id).isNotEmpty();
        assertThat(known.path("safety").asString("none"))
            .as(id)
            .isEqualTo(effect == Effect.READ ? "none" : safety);
      }
    }
    return acted;
  }

  /// Whose agents asked what they would come to.
  private static Set<String> simulated(JsonNode story) {
    Set<String> asked = new HashSet<>();
    for (JsonNode told : story.path("told").values()) {
      JsonNode decision = told.path("step").path("decision");
      int number = 0;
      for (JsonNode call : decision.path("outcome").path("toolCalls").values()) {
        number++;
        if (call.path("simulate").asBoolean(false)) {
          asked.add(decision.path("turn").stringValue() + "." + number);
        }
      }
    }
    return asked;
  }

  @Override
  public void close() {
    console.close();
    evidence.close();
  }
}
