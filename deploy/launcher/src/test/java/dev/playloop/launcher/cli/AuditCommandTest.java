package dev.playloop.launcher.cli;

import static dev.playloop.launcher.cli.Said.playloop;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.EmbeddedOnly;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// `audit` and `replay` on the export of a real journal, and what a person sees whose file, time or
/// agent is wrong.
@EmbeddedOnly("it opens the folder of an embedded broker")
class AuditCommandTest {
  private static final String DOV = "society/dov";

  @TempDir private Path folder;
  private Path export;

  @BeforeEach
  void find() throws URISyntaxException {
    export =
        Path.of(Objects.requireNonNull(getClass().getResource("/journals/0.1.0.jsonl")).toURI());
  }

  private Said verify(String... more) {
    return verify(export, more);
  }

  private static Said verify(Path file, String... more) {
    List<String> args = new ArrayList<>(List.of("audit", "verify", "--file", file.toString()));
    args.addAll(List.of(more));
    return playloop(args.toArray(String[]::new));
  }

  @Test
  void verifySaysWhatItChecked() throws IOException {
    Said said = verify();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .contains(
            "checked " + entries() + " entries of 7 agents", "hashes", "heads", "nothing differs")
        .contains("checkpoints none: a cut tail");
  }

  @Test
  void verifyNamesAgentNumberFieldAndBothValues() throws IOException {
    Path edited = edited("DONE! I hit", "DONE! I hat");

    Said said = verify(edited);

    assertThat(said.code()).isEqualTo(1);
    assertThat(said.out())
        .containsPattern(
            "DIFFERENCE society/dov, number \\d+ \\(partition \\d, offset \\d+\\), payloadHash")
        .containsPattern("the journal says [0-9a-f]{64}")
        .contains("expected ", "the export's last line says sha256");
  }

  @Test
  void verifyOfAPartFoldsOnlyThat() {
    JsonNode middle = replay("12");
    String from = middle.get("at").stringValue();

    Said later = verify("--agent", DOV, "--from", from);
    Said earlier = verify("--agent", DOV, "--to", from);

    assertThat(later.code()).as(later.out() + later.err()).isZero();
    assertThat(earlier.code()).as(earlier.out() + earlier.err()).isZero();
    assertThat(later.out()).contains("of 1 agents", "12 outside of --from and --to");
    assertThat(earlier.out()).contains("outside of --from and --to");
  }

  @ParameterizedTest
  @CsvSource({
    "--from;yesterday, a time in UTC, write it like 2026-11-21T09:00:00Z",
    "--to;2026-13-01T00:00:00Z, a time in UTC, write it like 2026-11-21T09:00:00Z",
    "--agent;society/dow, knows no agent 'society/dow', did you mean 'society/dov'?",
    "--agent;Dov, agent: expected '<world>/<name>', mend the value",
    "--from;2026-11-22T00:00:00Z;--to;2026-11-21T00:00:00Z, lies behind, swap them",
    "--data;elsewhere, name two journals, leave one of them out"
  })
  void verifyRefusesWhatMakesNoSense(String args, String problem, String next) {
    Said said = verify(args.split(";"));

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains(problem, "Next: ", next);
  }

  @Test
  void aFileThatIsNoExportIsRefusedWithLineAndField() throws IOException {
    Path other = Files.writeString(folder.resolve("other.jsonl"), "{\"type\":\"trigger\"}\n");
    Path text = Files.writeString(folder.resolve("text"), "hello\n");
    Path empty = Files.writeString(folder.resolve("empty"), "");
    Path newer = edited("\"type\":\"export\",\"v\":2", "\"type\":\"export\",\"v\":3");

    assertRefused(other, "other.jsonl:1: type: expected one of [");
    assertRefused(text, "text:1: line: expected a JSON object");
    assertRefused(empty, "empty:1: type: expected 'export' in the first line, got an empty file");
    assertRefused(newer, ":1: v: expected 2, the version that this release reads, got 3");
    Path damaged =
        edited("\"type\":\"entry\",\"partition\":3", "\"type\":\"entry\",\"partition\":x");
    assertThat(verify(damaged).err()).containsPattern("edited.jsonl:\\d+: line: expected a JSON");
    Path older = edited("\"type\":\"export\",\"v\":2", "\"type\":\"export\",\"v\":1");
    assertRefused(older, "edited.jsonl: format 1; this build reads 2");
    assertRefused(folder.resolve("none"), "there is no file");
  }

  @Test
  void aFieldThatIsMissingOrWrongIsNamed() throws IOException {
    assertRefused(edited("\"time\":", "\"when\":"), "when: expected no field but");
    assertRefused(edited("\"offset\":0,", ""), "offset: expected a number, got nothing");
    String count = "\"entries\":" + entries();
    assertRefused(edited(count, "\"entries\":\"many\""), "entries: expected");
  }

  private void assertRefused(Path file, String problem) {
    Said said = verify(file);
    assertThat(said.code()).as(said.out()).isEqualTo(2);
    assertThat(said.err()).contains(problem, "Next: ");
  }

  @Test
  void anEmptyJournalIsNothingThatHolds() throws IOException {
    List<String> lines =
        Files.readAllLines(export).stream()
            .filter(line -> !line.startsWith("{\"type\":\"entry\""))
            .toList();
    Path empty = Files.write(folder.resolve("empty.jsonl"), lines);

    Said said = verify(empty);

    assertThat(said.code()).isEqualTo(1);
    assertThat(said.err()).contains("the journal is empty", "Next: ");
  }

  @Test
  void showTellsARunAndChecksItsPrompts() {
    Said said = playloop("audit", "show", "society/cal:market-1", "--file", export.toString());

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .containsSubsequence(
            "society/cal:market-1",
            "because",
            "1 prompt  ",
            "… matches",
            "tried   buy_item",
            "got     buy_item refused insufficient_gold",
            "6 prompt  ",
            "ended   completed after 6 turns",
            "6 prompts rebuilt, each as its hash says",
            "nothing differs");
  }

  @Test
  void showPrintsThePromptsWhereAsked() {
    Said said =
        playloop("audit", "show", "society/cal:market-1", "--prompts", "--file", export.toString());

    assertThat(said.out()).contains("You are cal, an agent in the world", "<boundaries>");
  }

  @Test
  void showOfARunWhosePromptIsForgedDiffers() throws IOException {
    Path edited = edited("You are Cal. Health 20/100", "You are Cal. Health 90/100");

    Said said = playloop("audit", "show", "society/cal:market-1", "--file", edited.toString());

    assertThat(said.code()).isEqualTo(1);
    assertThat(said.err()).contains("1 values of that journal differ", "audit verify --agent");
  }

  @Test
  void showNamesWhatDiffersInTheMiddleOfARun() throws IOException {
    Path edited = edited("Mining pays 50", "Mining pays 90");

    Said said = playloop("audit", "show", "society/cal:market-1", "--file", edited.toString());

    assertThat(said.code()).isEqualTo(1);
    assertThat(said.out())
        .contains("DIFFERS", "payloadHash", "1 differences")
        .doesNotContain("each as its hash says");
  }

  @Test
  void showOfAnUnknownRunSaysSo() {
    Said run = playloop("audit", "show", "society/cal:none", "--file", export.toString());
    Said agent = playloop("audit", "show", "society/call:x", "--file", export.toString());

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("knows no run", "story society/cal");
    assertThat(agent.code()).isEqualTo(2);
    assertThat(agent.err()).contains("did you mean 'society/cal'?");
  }

  private JsonNode replay(String at) {
    Said said = playloop("replay", "--agent", DOV, "--at", at, "--file", export.toString());
    assertThat(said.code()).as(said.err()).isZero();
    return Json.tree(said.out());
  }

  @Test
  void replayShowsStateAndViewAsTheyWere() {
    JsonNode early = replay("2");
    JsonNode late = replay("12");
    JsonNode byTime = replay(late.get("at").stringValue());

    assertThat(early.get("seq").asInt()).isEqualTo(2);
    assertThat(late.get("state").get("run").get("id")).isNotNull();
    assertThat(late.get("transcript").size()).isGreaterThan(early.get("transcript").size());
    assertThat(late.get("view").get("agent").stringValue()).isEqualTo(DOV);
    assertThat(late.get("differences").asInt()).isZero();
    assertThat(byTime.get("seq").asInt()).isGreaterThanOrEqualTo(12);
    assertThat(byTime.get("at")).isEqualTo(late.get("at"));
  }

  @ParameterizedTest
  @CsvSource({
    "soon, a time in UTC or the number of an entry",
    "100000, has no entry 100000",
    "2020-01-01T00:00:00Z, nothing is journaled of society/dov by then"
  })
  void replayRefusesAMomentThatIsNone(String at, String problem) {
    Said said = playloop("replay", "--agent", DOV, "--at", at, "--file", export.toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains(problem, "Next: ");
  }

  @Test
  void aFolderThatIsNoneOrInUseIsRefused() {
    Said none = playloop("audit", "verify", "--data", folder.toString());
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("is not the data folder of a system");

    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"))) {
      assertThat(broker.bootstrapServers()).isNotEmpty();
      Said used = playloop("audit", "verify", "--data", folder.toString());
      assertThat(used.code()).isEqualTo(3);
      assertThat(used.err()).contains("is in use", "stop it first");
    }
  }

  @Test
  void aJournalThatWasNeverWrittenIsNamed() {
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"))) {
      assertThat(broker.bootstrapServers()).isNotEmpty();
    }
    Said said = playloop("audit", "verify", "--data", folder.toString());

    assertThat(said.code()).as(said.err()).isEqualTo(3);
    assertThat(said.err()).contains("has no topic 'playloop.journal'");
  }

  @Test
  void exportingAnExportIsRefused() {
    Said said =
        playloop("audit", "export", "--file", export.toString(), "--out", folder + "/x.jsonl");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("an export is a file already");
  }

  /// How many entries the export has, counted in its lines.
  private long entries() throws IOException {
    try (Stream<String> lines = Files.lines(export)) {
      return lines.filter(line -> line.contains("\"type\":\"entry\"")).count();
    }
  }

  /// The export with the first of what is replaced in it.
  private Path edited(String from, String to) throws IOException {
    String text = Files.readString(export);
    assertThat(text).contains(from);
    int at = text.indexOf(from, from.contains("export") ? 0 : text.indexOf("\"type\":\"entry\""));
    return Files.writeString(
        folder.resolve(Integer.toHexString(from.hashCode()) + "-edited.jsonl"),
        text.substring(0, at) + to + text.substring(at + from.length()));
  }
}
