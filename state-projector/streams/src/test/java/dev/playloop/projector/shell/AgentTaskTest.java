package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Answers;
import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Desk;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.Given;
import dev.playloop.journal.JournalReader;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.JournalWriter;
import dev.playloop.journal.Refold;
import dev.playloop.journal.Releases;
import dev.playloop.kit.Telemetry;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.projector.telemetry.LoopTelemetry;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.JournalHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a new task makes of the stores that another one left, without a broker.
class AgentTaskTest {
  private static final FoldRelease OLD =
      FoldRelease.of(LoopPolicy.DEFAULT, List.of(new TestWorld()));
  private static final FoldRelease NEW = new FoldRelease(OLD.fold() + 1, OLD.catalogue());

  @TempDir Path dir;
  private LoopDriver loop;
  private final List<JournalEntry> journal = new ArrayList<>();
  private final List<Turn> turns = new ArrayList<>();

  @BeforeEach
  void open() {
    loop = new LoopDriver(dir);
  }

  @AfterEach
  void close() {
    loop.close();
  }

  /// A task over the driver's stores, as a new task would build it.
  private AgentTask task(FoldRelease release, Alarms alarms) {
    Batch batch =
        new Batch(
            loop.driver.store(LoopTopology.AGENTS),
            (sink, key, value, headers) -> {
              if (sink.equals(LoopTopology.JOURNAL)) {
                journal.add(JournalHeaders.read(headers, value));
              } else if (sink.equals(LoopTopology.TURNS)) {
                turns.add(Json.read(java.util.Objects.requireNonNull(value), Turn.class));
              }
            });
    Agents agents = new Agents(batch, 1 << 20);
    LoopTelemetry telemetry = new LoopTelemetry(Telemetry.off());
    agents.collect(alarms, telemetry);
    JournalWriter writer =
        new JournalWriter(
            Releases.only(release), loop.topics.journal().maxRecordBytes(), () -> new byte[16]);
    return new AgentTask(
        LoopOutputs.net(loop.topics, LoopDriver.desk()),
        new SealedJournal(writer, new SubjectKeys(batch, null), batch),
        new AgentTask.Stores(
            agents,
            new KnownTriggers(batch, LoopPolicy.DEFAULT.knownTriggers()),
            new Sights(loop.driver.rawStore(LoopTopology.VIEWS), 1 << 20),
            alarms,
            () -> Halts.NONE),
        batch,
        telemetry);
  }

  private static Incoming.Pending decided(dev.playloop.schemas.event.Decision decision) {
    return (at, known) -> Given.of(new Input.DecisionMade(decision.turn().value(), at, decision));
  }

  @Test
  void anOpenRunGoesOnFromTheStoresWithItsWholeTranscript() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "farm"));
    loop.decide(Answers.farm(LoopTopologyTest.only(loop.turns()), 1));
    loop.refused(LoopTopologyTest.only(loop.actions()), "not_ripe");
    Turn second = LoopTopologyTest.only(loop.turns());
    journal.addAll(loop.journal());

    AgentTask task = task(OLD, new Alarms());
    task.take(agent("ada"), decided(Answers.look(second, "sky")), Samples.START, null);
    task.commit();
    dev.playloop.schemas.event.ActionResult seen =
        dev.playloop.schemas.event.ActionResult.done(
            ActionId.of(second.turn(), 1),
            agent("ada"),
            Json.NODES.objectNode().put("sky", 1),
            null);
    task.take(
        agent("ada"),
        (at, known) -> Given.of(new Input.ActionDone(seen.action().value(), at, seen)),
        Samples.START,
        null);
    task.commit();

    String prompt = Json.text(LoopTopologyTest.only(turns).body());
    assertThat(prompt).contains("the field is not ripe").contains("\\\"sky\\\":1");
    assertThat(verify(OLD).findings()).isEmpty();
    assertThat(verify(OLD).refolded()).isEqualTo(journal.size());
  }

  @Test
  void deadlinesAreCollectedFromTheStores() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "farm"));
    Alarms alarms = new Alarms();
    task(OLD, alarms);

    Alarms.Alarm due = alarms.take(Samples.START.plus(Duration.ofHours(1)).toEpochMilli());

    assertThat(due).isNotNull().extracting(Alarms.Alarm::agent).isEqualTo("test/ada");
    assertThat(Objects.requireNonNull(due).at()).isGreaterThan(Samples.START.toEpochMilli());
  }

  @Test
  void anotherReleaseBeginsWithASnapshotThatCanBeFoldedOn() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "farm"));
    Turn first = LoopTopologyTest.only(loop.turns());
    journal.addAll(loop.journal());
    int before = journal.size();

    AgentTask task = task(NEW, new Alarms());
    task.take(agent("ada"), decided(Answers.farm(first, 1)), Samples.START, null);
    task.commit();

    assertThat(journal.subList(before, journal.size()))
        .extracting(entry -> JournalReader.read(entry).envelope().kind())
        .containsExactly("snapshot", "decision-made");
    JournalVerifier.Report report = verify(NEW);
    assertThat(report.findings()).isEmpty();
    assertThat(report.refolded()).isEqualTo(2);
    assertThat(report.notRefolded()).isEqualTo(before);
  }

  @Test
  void aConfigIsStoredOnceAndNotWithEveryState() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "farm"));
    byte[] stored = loop.driver.<byte[]>store(LoopTopology.AGENTS).get("s/test/ada");

    assertThat(new String(stored, StandardCharsets.UTF_8)).doesNotContain("You are ada.");
    assertThat(loop.driver.rawOf("test-" + LoopTopology.AGENTS + "-changelog"))
        .extracting(record -> new String(record.key(), StandardCharsets.UTF_8))
        .containsOnlyOnce("c/test/ada")
        .contains("s/test/ada");
  }

  @Test
  void timeNeverRunsBackForAnAgent() {
    loop.apply(config("ada", "ada"));
    loop.pass(Duration.ofMinutes(1));
    loop.trigger(trigger("ada", "m-1", "farm"));
    Turn first = LoopTopologyTest.only(loop.turns());
    Instant last = Samples.START.plus(Duration.ofMinutes(1));

    AgentTask task = task(OLD, new Alarms());
    task.take(agent("ada"), decided(Answers.text(first, "done")), Samples.START, null);
    task.commit();

    assertThat(JournalReader.read(journal.getFirst()).envelope().at()).isEqualTo(last);
  }

  private JournalVerifier.Report verify(FoldRelease release) {
    return new JournalVerifier(
            new Refold(
                new Desk(LoopPolicy.DEFAULT, List.of(new TestWorld()), Releases.only(release))))
        .verify(agent("ada"), journal, ChainHead.START, null);
  }
}
