package dev.playloop.projector.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.fixtures.Driver;
import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.Desk;
import dev.playloop.journal.JournalReader;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.schemas.view.Progress;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/// The loop's topology without a broker, in the loop's own words. Keeps the journal it has read.
final class LoopDriver implements AutoCloseable {
  final Topics topics;
  final Driver driver;
  private final List<JournalEntry> journal = new ArrayList<>();

  LoopDriver(Path dir) {
    this(dir, new Topics("t.", 1), desk());
  }

  LoopDriver(Path dir, Topics topics, Desk desk) {
    this(dir, topics, desk, (MasterKey) null);
  }

  LoopDriver(Path dir, Topics topics, Desk desk, @Nullable MasterKey master) {
    this(dir, topics, desk, LoopSetup.of(topics, Worlds.of(new TestWorld())).withMaster(master));
  }

  LoopDriver(Path dir, Topics topics, Desk desk, LoopSetup setup) {
    // There is no broker: what a test stamps a record with stands for the broker's time.
    this.topics = topics;
    this.driver = new Driver(LoopTopology.build(setup, desk), dir, Samples.START);
  }

  static Desk desk() {
    return Desk.of(LoopPolicy.DEFAULT, Worlds.of(new TestWorld()));
  }

  void apply(AgentConfig config) {
    driver.send(topics.agents(), config.agent(), config);
  }

  void delete(AgentId agent) {
    driver.sendRaw(
        topics.agents(), agent.value().getBytes(UTF_8), null, new RecordHeaders(), Samples.START);
  }

  void trigger(Trigger trigger) {
    driver.send(topics.triggers(), trigger.agent(), trigger);
  }

  void trigger(Trigger trigger, String traceparent) {
    driver.sendRaw(
        topics.triggers(),
        trigger.agent().value().getBytes(UTF_8),
        Json.bytes(trigger),
        trace(traceparent),
        Samples.START);
  }

  void decide(Decision decision) {
    driver.send(topics.decisions(), decision.agent(), decision);
  }

  void decide(Decision decision, String traceparent) {
    driver.sendRaw(
        topics.decisions(),
        decision.agent().value().getBytes(UTF_8),
        Json.bytes(decision),
        trace(traceparent),
        Samples.START);
  }

  void done(Action action, @Nullable Long worldVersion) {
    result(
        ActionResult.done(
            action.action(),
            action.agent(),
            Json.NODES.objectNode().put("wheat", 3),
            worldVersion));
  }

  void refused(Action action, String code) {
    result(
        ActionResult.failed(
            action.action(),
            action.agent(),
            ActionResult.Status.REFUSED,
            new ActionResult.ActionError(code, "the field is not ripe", "field", false)));
  }

  void result(ActionResult result) {
    driver.send(topics.results(), result.agent(), result);
  }

  void progress(Progress progress) {
    driver.send(topics.progress(), progress.agent(), progress);
  }

  void view(View view) {
    driver.send(topics.views(), view.agent(), view);
  }

  void pass(Duration time) {
    driver.pass(time);
  }

  List<Turn> turns() {
    return driver.values(topics.turns());
  }

  List<Action> actions() {
    return driver.values(topics.actions(TestWorld.NAME));
  }

  List<TestRecord<byte[], byte[]>> deadLetters() {
    return driver.raw(topics.deadLetters());
  }

  /// Everything journaled so far.
  List<JournalEntry> journal() {
    driver
        .raw(topics.journal())
        .forEach(record -> journal.add(JournalHeaders.read(record.headers(), record.value())));
    return List.copyOf(journal);
  }

  List<JournalReader.Read> entries() {
    return journal().stream().map(JournalReader::read).toList();
  }

  List<LoopEvent> events() {
    List<LoopEvent> events = new ArrayList<>();
    for (JournalReader.Read entry : entries()) {
      if (entry.body() != null) {
        events.addAll(entry.body().events());
      }
    }
    return events;
  }

  List<LoopEvent.RunClosed> closed() {
    return events().stream()
        .filter(LoopEvent.RunClosed.class::isInstance)
        .map(LoopEvent.RunClosed.class::cast)
        .toList();
  }

  private static Headers trace(String traceparent) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("traceparent", traceparent.getBytes(UTF_8));
    return headers;
  }

  @Override
  public void close() {
    driver.close();
  }
}
