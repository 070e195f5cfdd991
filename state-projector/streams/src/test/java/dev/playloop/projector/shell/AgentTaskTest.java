package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.SampleDecisions;
import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.JournalReader;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.Releases;
import dev.playloop.loop.Fold;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Worlds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What a new task makes of the stores that another one left, without a broker.
class AgentTaskTest extends AgentTaskCase {
  private static final Releases OLD = Releases.of(LoopPolicy.DEFAULT, Worlds.of(new TestWorld()));
  private static final Releases NEW = OLD.atFold(Fold.VERSION + 1);

  @Test
  void anOpenRunGoesOnFromTheStoresWithItsWholeTranscript() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "farm"));
    loop.decide(SampleDecisions.farm(only(loop.turns()), 1));
    loop.refused(only(loop.actions()), "not_ripe");
    Turn second = only(loop.turns());
    journal.addAll(loop.journal());

    AgentTask task = task(OLD, new Alarms());
    task.take(agent("ada"), decided(SampleDecisions.look(second, "sky")), Samples.START, null);
    task.commit();
    task.take(
        agent("ada"),
        done(ActionId.of(second.turn(), 1), Json.NODES.objectNode().put("sky", 1)),
        Samples.START,
        null);
    task.commit();

    String prompt = Json.text(only(turns).body());
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
    Turn first = only(loop.turns());
    journal.addAll(loop.journal());
    int before = journal.size();

    AgentTask task = task(NEW, new Alarms());
    task.take(agent("ada"), decided(SampleDecisions.farm(first, 1)), Samples.START, null);
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
  void aConfigIsStoredOnceAndAMemoryOnceARunAndNeitherWithEveryState() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "farm"));
    byte[] stored = loop.driver.<byte[]>store(LoopTopology.AGENTS).get("s/test/ada");

    assertThat(new String(stored, StandardCharsets.UTF_8)).doesNotContain("You are ada.", "facts");
    assertThat(storedKeys()).containsOnlyOnce("c/test/ada", "e/test/ada").contains("s/test/ada");

    loop.decide(SampleDecisions.text(only(loop.turns()), "done"));
    assertThat(storedKeys())
        .as("what is remembered of the run")
        .doesNotContain("c/test/ada")
        .containsOnlyOnce("e/test/ada");
  }

  /// Of what was stored since they were asked for last.
  private List<String> storedKeys() {
    return loop.driver.rawOf("test-" + LoopTopology.AGENTS + "-changelog").stream()
        .map(record -> new String(record.key(), StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  void timeNeverRunsBackForAnAgent() {
    loop.apply(config("ada", "ada"));
    loop.pass(Duration.ofMinutes(1));
    loop.trigger(trigger("ada", "m-1", "farm"));
    Turn first = only(loop.turns());
    Instant last = Samples.START.plus(Duration.ofMinutes(1));

    AgentTask task = task(OLD, new Alarms());
    task.take(agent("ada"), decided(SampleDecisions.text(first, "done")), Samples.START, null);
    task.commit();

    assertThat(JournalReader.read(journal.getFirst()).envelope().at()).isEqualTo(last);
  }
}
