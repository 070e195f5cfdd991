package dev.playloop.launcher.cli;

import static dev.playloop.launcher.cli.Said.playloop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.playloop.loop.state.Standing;
import dev.playloop.operator.AgentStatus;
import dev.playloop.operator.Told;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What `audit show`, `replay` and `agents status` print with `--json`, of the export of a real
/// journal, held against the schemas.
class AuditForProgramsTest {
  private static final String DOV = "society/dov";

  /// In an envelope, which is text in a line.
  private static final Pattern SEQ = Pattern.compile("\"seq\\\\?\":(\\d+)");

  @TempDir private Path folder;
  private Path export;

  @BeforeEach
  void find() throws URISyntaxException {
    export =
        Path.of(Objects.requireNonNull(getClass().getResource("/journals/0.1.0.jsonl")).toURI());
  }

  @Test
  void showForProgramsGivesTheSameAsValues() throws IOException {
    Path edited =
        Files.writeString(
            folder.resolve("edited.jsonl"),
            Files.readString(export)
                .replaceFirst("(\"type\":\"entry\".*)Mining pays 50", "$1Mining pays 90"));
    String[] show = {"audit", "show", "society/cal:market-1", "--json", "--prompts", "--file"};

    Said said = playloop(with(show, export));
    Said differing = playloop(with(show, edited));

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out().lines())
        .allSatisfy(line -> assertThat(Printed.errors("told", line)).as(line).isEmpty());
    List<Told> told = said.out().lines().map(line -> Json.read(line, Told.class)).toList();
    assertThat(told)
        .filteredOn(Told.Prompt.class::isInstance)
        .hasSize(6)
        .allSatisfy(prompt -> assertThat(((Told.Prompt) prompt).matches()).isTrue())
        .allSatisfy(prompt -> assertThat(((Told.Prompt) prompt).body()).isNotEmpty());
    assertThat(told.getLast())
        .isEqualTo(new Told.Checked(new RunId("society/cal:market-1"), 6, 0, 0));
    assertThat(differing.code()).isEqualTo(1);
    assertThat(differing.out().lines().map(line -> Json.read(line, Told.class)))
        .filteredOn(Told.Differs.class::isInstance)
        .singleElement(type(Told.Differs.class))
        .satisfies(one -> assertThat(one.detail()).contains("payloadHash"));
  }

  private static String[] with(String[] args, Path file) {
    return Stream.concat(Arrays.stream(args), Stream.of(file.toString())).toArray(String[]::new);
  }

  @Test
  void replayForProgramsIsOneLineThatItsSchemaTakes() {
    Said said =
        playloop("replay", "--agent", DOV, "--at", "12", "--json", "--file", export.toString());

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out().lines()).hasSize(1);
    assertThat(Printed.errors("replay", said.out())).isEmpty();
    Said pretty = playloop("replay", "--agent", DOV, "--at", "12", "--file", export.toString());
    assertThat(Json.tree(said.out())).isEqualTo(Json.tree(pretty.out()));
    assertThat(Printed.errors("replay", said.out().replace("\"seq\":12", "\"seq\":\"12\"")))
        .isNotEmpty();
  }

  /// At whatever entry the journal ends, the status is what `replay` says behind that entry.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 12, 20})
  void statusIsTheStateBehindTheNewestEntry(int seq) throws IOException {
    Path file = Files.write(folder.resolve("cut.jsonl"), entriesUpTo(seq));
    Said replay =
        playloop("replay", "--agent", DOV, "--at", "" + seq, "--json", "--file", file.toString());
    JsonNode then = Json.tree(replay.out());

    Said said = playloop("agents", "status", DOV, "--json", "--file", file.toString());

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(Printed.errors("agent-status", said.out())).isEmpty();
    AgentStatus status = Json.read(said.out(), AgentStatus.class);
    assertThat(status.seq()).isEqualTo(seq);
    assertThat(status.at()).isEqualTo(then.get("at").stringValue());
    assertThat(status.differences()).isZero();
    Standing standing = Objects.requireNonNull(status.standing());
    assertThat(standing.queue()).hasSize(then.at("/state/queue").size());
    assertThat(standing.money().spentUsd().signum()).isZero(); // of today: that was another day
    JsonNode run = then.at("/state/run");
    if (run.isMissingNode()) {
      assertThat(standing.doing()).isNull();
      return;
    }
    Standing.Doing doing = Objects.requireNonNull(standing.doing());
    assertThat(doing.stage().run().value()).isEqualTo(run.get("id").stringValue());
    assertThat(doing.stage().turn()).isEqualTo(run.get("turns").asInt());
    assertThat(doing.stage().activity().name())
        .isEqualToIgnoringCase(run.at("/phase/type").stringValue().replace('-', '_'));
    assertThat(doing.spentUsd()).isEqualByComparingTo(run.get("spentUsd").decimalValue());
    assertThat(doing.calls()).hasSize(run.at("/phase/open").size());
    assertThat(status.since()).isBetween(doing.openedAt(), status.at());
  }

  @Test
  void statusOfAllIsOneLineForEachAgentOfTheJournal() {
    Said said = playloop("agents", "status", "--json", "--file", export.toString());

    assertThat(said.out().lines())
        .hasSize(7)
        .allSatisfy(line -> assertThat(Printed.errors("agent-status", line)).isEmpty())
        .map(line -> Json.read(line, AgentStatus.class).agent().value())
        .isSorted()
        .contains(DOV);
    assertThat(playloop("agents", "status", "--file", export.toString()).out())
        .contains("society/dov  idle since ", "queue    empty", "money    0 USD of ", " ago");
  }

  @Test
  void statusOfAnAgentThatIsNotThereNamesTheNearest() {
    Said said = playloop("agents", "status", "society/dow", "--file", export.toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("did you mean 'society/dov'?");
  }

  private List<String> entriesUpTo(int seq) throws IOException {
    return Files.readAllLines(export).stream()
        .filter(line -> !line.startsWith("{\"type\":\"entry\"") || isUpTo(line, seq))
        .toList();
  }

  private static boolean isUpTo(String line, int seq) {
    Matcher number = SEQ.matcher(line);
    return !line.contains("\"key\":\"" + DOV + "\"")
        || !number.find()
        || Integer.parseInt(number.group(1)) <= seq;
  }
}
