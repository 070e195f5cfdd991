package dev.playloop.benchmarks.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Replaying;
import dev.playloop.benchmarks.BenchJournal;
import dev.playloop.benchmarks.journal.ConsoleSpeed.Tab;
import dev.playloop.console.Console;
import dev.playloop.console.source.FileJournal;
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
import java.util.LinkedHashMap;
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

  /// Prompts of a few dozen KB.
  private static final int WINDOW = 12_000;

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final int CRAFTS = 3;

  /// The line of the last entry of the first part.
  private static final long FIRST_PART = 168;

  private static final String PARTITION = "{\"partition\":1,\"from\":0,\"to\":9999999}";

  private static final int MOMENTS = 20;
  private static final long SEED = 11;
  private static final FoldBuild FOLD = new FoldBuild(BenchJournal.POLICY, BenchJournal.WORLDS);

  @TempDir private Path folder;

  /// What was done to the journal.
  enum Done {
    NOTHING,
    /// A letter of a payload, in the run before.
    CHANGED_BEFORE,
    /// The same in the middle of the run.
    CHANGED,
    /// An entry where a stretch ends, and one where it does not.
    REMOVED,
    /// The same entries, a second time; one of them where the first part ends.
    REPEATED,
    /// Entries at other places: one where the first part ends, one of the middle before the run.
    MOVED,
    /// Entries of another partition, with numbers of the run's.
    ELSEWHERE,
    /// What is no entry any more.
    TORN
  }

  @ParameterizedTest
  @EnumSource
  void isToldAsInOne(Done done) throws Exception {
    Path file = folder.resolve("journal.jsonl");
    RunId run = BenchJournal.write(file, AGENT, TURNS, CRAFTS, WINDOW);
    ArrayNode untouched = whole(run, file);
    Files.write(file, meddled(Files.readAllLines(file), done));
    try (Evidence evidence = Evidence.ofFile(file);
        Console console =
            BenchConsole.open(folder.resolve("index"), FileJournal.of(file), PATIENCE);
        HttpClient http = HttpClient.newHttpClient()) {
      Tab tab = Tab.login(http, console);
      // A run lies in one partition: what lies in another is none of its entries.
      ArrayNode expected = done == Done.ELSEWHERE ? untouched : whole(run, evidence);

      Map<Long, JsonNode> parts = new LinkedHashMap<>();
      assertThat(joined(tab, run, parts)).isEqualTo(expected);
      assertThat(parts.keySet()).as("it has parts").hasSizeGreaterThan(2);
      if (done == Done.NOTHING) {
        assertThat(parts.keySet()).as("where the first part ends").contains(FIRST_PART);
      }
      apart(tab, run, parts);
      int told = moments(tab, evidence);
      assertThat(told).isGreaterThanOrEqualTo(done == Done.NOTHING ? MOMENTS : 0);
    }
  }

  private static List<String> meddled(List<String> lines, Done done) {
    List<String> all = new ArrayList<>(lines);
    switch (done) {
      case NOTHING -> {}
      case CHANGED_BEFORE -> all.set(4, all.get(4).replace("workshop", "workshoq"));
      case CHANGED -> all.set(700, all.get(700).replace("workshop", "workshoq"));
      case REMOVED -> {
        all.remove(1_003);
        all.remove(300);
      }
      case REPEATED -> {
        all.add(1_003, all.get(1_003));
        all.add(300, all.get(300));
        all.add((int) FIRST_PART, all.get((int) FIRST_PART));
        renumber(all);
      }
      case MOVED -> {
        all.add((int) FIRST_PART, all.remove(1_300));
        all.add(10, all.remove(1_010));
        renumber(all);
      }
      case ELSEWHERE -> {
        for (int line :
            List.of(1_800, 1_203, 1_010, 1_009, (int) FIRST_PART + 1, (int) FIRST_PART)) {
          all.add(10, all.get(line).replaceFirst("\"partition\":\\d+", "\"partition\":1"));
        }
        all.set(0, all.getFirst().replace("]}", "," + PARTITION + "]}"));
        for (int i = 0; i < 6; i++) {
          all.set(10 + i, all.get(10 + i).replaceFirst("\"offset\":\\d+", "\"offset\":" + i * 300));
        }
      }
      case TORN -> all.set(257, all.get(257).replace("payloadHash", "payloadHush"));
    }
    return all;
  }

  private static void renumber(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      lines.set(i, lines.get(i).replaceFirst("\"offset\":\\d+", "\"offset\":" + i));
    }
  }

  private static ArrayNode whole(RunId run, Path file) {
    try (Evidence evidence = Evidence.ofFile(file)) {
      return whole(run, evidence);
    }
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
  private static ArrayNode joined(Tab tab, RunId run, Map<Long, JsonNode> parts)
      throws IOException, InterruptedException {
    ArrayNode joined = Json.NODES.arrayNode();
    Long from = 0L;
    while (from != null) {
      JsonNode part = part(tab, run, from);
      parts.put(from, part.path("told"));
      joined.addAll((ArrayNode) part.path("told"));
      from = part.path("next").isString() ? Long.valueOf(part.path("next").stringValue()) : null;
    }
    return joined;
  }

  /// Each part as somebody has it who asks for no other.
  private static void apart(Tab tab, RunId run, Map<Long, JsonNode> parts)
      throws IOException, InterruptedException {
    for (long from : List.copyOf(parts.keySet()).reversed()) {
      assertThat(part(tab, run, from).path("told")).as("from %d", from).isEqualTo(parts.get(from));
    }
  }

  private static JsonNode part(Tab tab, RunId run, long from)
      throws IOException, InterruptedException {
    return Json.tree(
        tab.get(
            "/api/run?run="
                + run.value().replace("/", "%2F")
                + "&cursor="
                + (from == 0 ? "" : from)));
  }

  private static int moments(Tab tab, Evidence evidence) throws Exception {
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
    return expected.size();
  }
}
