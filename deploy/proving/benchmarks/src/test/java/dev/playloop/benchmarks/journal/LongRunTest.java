package dev.playloop.benchmarks.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Replaying;
import dev.playloop.benchmarks.BenchJournal;
import dev.playloop.benchmarks.journal.ConsoleSpeed.Tab;
import dev.playloop.console.Console;
import dev.playloop.operator.RunAudit;
import dev.playloop.operator.Told;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A run that a console tells in many parts, and folds from where it stood before, is told as
/// `audit show` and `replay` tell it in one, whatever somebody did to the file.
class LongRunTest {
  private static final AgentId AGENT = new AgentId("bench/ada");
  private static final int TURNS = 500;
  private static final int CRAFTS = 3;
  private static final int MOMENTS = 40;
  private static final long SEED = 11;
  private static final FoldBuild FOLD = new FoldBuild(BenchJournal.POLICY, BenchJournal.WORLDS);

  @TempDir private Path folder;

  /// What was done to the journal.
  enum Done {
    NOTHING,
    /// In the middle of a payload, a letter.
    CHANGED,
    /// An entry where a stretch ends, and one where it does not.
    REMOVED,
    /// The same entry, a second time.
    REPEATED,
    /// What is no entry any more.
    TORN
  }

  @ParameterizedTest
  @EnumSource
  void isToldAsInOne(Done done) throws Exception {
    Path file = folder.resolve("journal.jsonl");
    RunId run = BenchJournal.write(file, AGENT, TURNS, CRAFTS);
    Files.write(file, meddled(Files.readAllLines(file), done));
    try (Evidence evidence = Evidence.ofFile(file);
        Console console = ConsoleSpeed.open(Files.createDirectory(folder.resolve("index")), file);
        HttpClient http = HttpClient.newHttpClient()) {
      assertThat(console.awaitLoaded(Duration.ofMinutes(1))).isTrue();
      Tab tab = Tab.login(http, console);
      ArrayNode expected = whole(run, evidence);

      List<Long> parts = new ArrayList<>();
      assertThat(joined(tab, run, parts)).isEqualTo(expected);
      assertThat(parts).as("it has parts").hasSizeGreaterThan(2);
      assertThat(joined(tab, run, new ArrayList<>())).as("once more").isEqualTo(expected);
      apart(tab, run, parts, expected);
      moments(tab, evidence);
    }
  }

  private static List<String> meddled(List<String> lines, Done done) {
    List<String> all = new ArrayList<>(lines);
    switch (done) {
      case NOTHING -> {}
      case CHANGED -> all.set(700, all.get(700).replace("workshop", "workshoq"));
      case REMOVED -> {
        all.remove(1_003);
        all.remove(300);
      }
      case REPEATED -> {
        all.add(1_003, all.get(1_003));
        all.add(300, all.get(300));
        for (int i = 0; i < all.size(); i++) {
          all.set(i, all.get(i).replaceFirst("\"offset\":\\d+", "\"offset\":" + i));
        }
      }
      case TORN -> all.set(257, all.get(257).replace("payloadHash", "payloadHush"));
    }
    return all;
  }

  private static ArrayNode whole(RunId run, Evidence evidence) {
    List<Told> told = new ArrayList<>();
    var _ = new RunAudit(run, false, told::add).of(evidence, FOLD);
    ArrayNode whole = Json.NODES.arrayNode();
    told.forEach(one -> whole.add(tree(one)));
    return whole;
  }

  private static JsonNode tree(Told told) {
    return Json.tree(Json.LOG.writerFor(Told.class).writeValueAsString(told));
  }

  /// All parts, each behind the other.
  private static ArrayNode joined(Tab tab, RunId run, List<Long> parts)
      throws IOException, InterruptedException {
    ArrayNode joined = Json.NODES.arrayNode();
    Long from = 0L;
    while (from != null) {
      parts.add(from);
      JsonNode part = part(tab, run, from);
      joined.addAll((ArrayNode) part.path("told"));
      from = part.path("next").isNumber() ? Long.valueOf(part.path("next").longValue()) : null;
    }
    return joined;
  }

  /// Each part as somebody has it who asks for no other.
  private static void apart(Tab tab, RunId run, List<Long> parts, ArrayNode expected)
      throws IOException, InterruptedException {
    int behind = expected.size();
    for (long from : parts.reversed()) {
      JsonNode part = part(tab, run, from);
      if (!part.path("next").isNumber()) {
        List<JsonNode> last = part.path("told").valueStream().toList();
        behind -= last.size();
        assertThat(last).isEqualTo(expected.valueStream().skip(behind).toList());
      } else if (from > 0) {
        assertThat(expected.valueStream().toList())
            .containsSubsequence(part.path("told").valueStream().toList());
      }
    }
  }

  private static JsonNode part(Tab tab, RunId run, long from)
      throws IOException, InterruptedException {
    return Json.tree(tab.get("/api/run?run=" + run.value().replace("/", "%2F") + "&from=" + from));
  }

  private static void moments(Tab tab, Evidence evidence) throws Exception {
    List<Long> moments =
        new ArrayList<>(LongStream.range(0, TURNS * (CRAFTS + 1L)).boxed().toList());
    Collections.shuffle(moments, new Random(SEED));
    Map<Long, String> expected = new HashMap<>();
    Set<Long> asked = Set.copyOf(moments.subList(0, MOMENTS));
    try {
      var _ =
          Replaying.behind(AGENT, TURNS * (CRAFTS + 1L))
              .telling(then -> {
                if (asked.contains(then.seq())) {
                  expected.put(then.seq(), Json.LOG.writeValueAsString(then));
                }
              })
              .from(evidence, FOLD);
    } catch (AuditException e) {
      // What was done to it is in its way; up to there it tells.
    }
    assertThat(expected).isNotEmpty();
    for (long seq : moments) {
      String then = expected.get(seq);
      if (then == null) {
        continue;
      }
      String path = "/api/replay?agent=" + AGENT.value().replace("/", "%2F") + "&at=" + seq;
      assertThat(tab.get(path)).as("at %d, of seed %d", seq, SEED).isEqualTo(then);
      ObjectNode brief = (ObjectNode) Json.tree(then);
      assertThat(brief.remove("transcript")).isNotEmpty();
      assertThat(Json.tree(tab.get(path + "&without=transcript"))).isEqualTo(brief);
    }
  }
}
