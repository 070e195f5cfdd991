package dev.playloop.projector.shell;

import dev.playloop.journal.Given;
import dev.playloop.loop.state.Input;
import dev.playloop.projector.edge.Placement;
import dev.playloop.projector.edge.RequiredParts;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.cloudevent.EventRecords;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.topic.HeaderNames;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.schemas.view.Progress;
import dev.playloop.worlds.model.Worlds;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/// Reads a record of the loop's topics: what it is, whose it is, and whether it lies where it
/// should. Immutable. Throws [InvalidValueException] for whatever must become a dead letter.
final class Incoming {
  private static final int MAX_HEADER = 1_024;

  private final Topics topics;
  private final Worlds worlds;
  private final Placement placement;
  private final IntConsumer replaced;
  private final Map<String, Reader> readers;

  /// `replaced` is told how many characters of a record were no text.
  Incoming(Topics topics, Worlds worlds, IntConsumer replaced) {
    this.topics = topics;
    this.replaced = replaced;
    this.worlds = worlds;
    this.placement = new Placement(topics.partitions());
    this.readers =
        Map.of(
            topics.agents().name(), this::agents,
            topics.triggers().name(), this::triggers,
            topics.controls().name(), this::controls,
            topics.decisions().name(), this::decisions,
            topics.results().name(), this::results,
            topics.views().name(), this::views);
  }

  /// A record as the loop takes it.
  sealed interface Read {}

  /// An input of `agent` that one of our own wrote; its time is the task's to say. `answer` is what
  /// it answers, where it does.
  record ForAgent(AgentId agent, Pending input, @Nullable Answer answer) implements Read {
    ForAgent(AgentId agent, Pending input) {
      this(agent, input, null);
    }
  }

  /// A person's word on its agent, which has to be proved before it is an input.
  record Controlled(Control control, Pending input) implements Read {
    AgentId agent() {
      return control.agent();
    }
  }

  /// A trigger of `agent`, whom its sender may have made up.
  record Triggered(AgentId agent, Pending input) implements Read {}

  /// The agent's view changed; `version` is -1 where it was taken away.
  record ViewOf(AgentId agent, long version) implements Read {}

  /// It lies wrong and must go to the same topic again, under this key and in the topic's own form.
  @SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
  record Elsewhere(String key, byte[] value) implements Read {}

  /// An input that lacks its time, and a trigger's whether it is known.
  @FunctionalInterface
  interface Pending {
    Given at(Instant at, Known known);
  }

  /// Whether a trigger id has come before.
  @FunctionalInterface
  interface Known {
    boolean contains(AgentId agent, String trigger);
  }

  private interface Reader {
    Read read(byte @Nullable [] key, byte @Nullable [] value, RecordMetadata from, Headers headers);
  }

  Read read(byte @Nullable [] key, byte @Nullable [] value, RecordMetadata from, Headers headers) {
    Reader reader = readers.get(from.topic());
    if (reader == null) {
      throw new IllegalStateException("no reader for topic " + from.topic());
    }
    return reader.read(key, value, from, headers);
  }

  /// Who waits for a record that can't be read, if its header says so and it lies where they are.
  @Nullable Answer unreadable(RecordMetadata from, Headers headers) {
    Answer answer = null;
    if (from.topic().equals(topics.decisions().name())) {
      answer = TurnId.parse(header(headers, HeaderNames.TURN)).map(Answer.ToTurn::new).orElse(null);
    } else if (from.topic().equals(topics.results().name())) {
      answer =
          ActionId.parse(header(headers, HeaderNames.ACTION))
              .map(Answer.ToAction::new)
              .orElse(null);
    }
    return answer != null && placement.of(answer.agent().value()) == from.partition()
        ? answer
        : null;
  }

  private static @Nullable String header(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null || header.value() == null || header.value().length > MAX_HEADER
        ? null
        : new String(header.value(), StandardCharsets.UTF_8);
  }

  private Read triggers(
      byte @Nullable [] key, byte @Nullable [] value, RecordMetadata from, Headers headers) {
    EventRecords.Own own = EventRecords.trigger(topics.triggers(), headers, value);
    byte[] json = own == null ? value : own.value();
    Parsed<Trigger> parsed = parse(topics.triggers(), json, Trigger.class, Edge.TOPIC);
    replaced.accept(own == null ? 0 : own.replaced());
    Trigger trigger = parsed.value();
    if (!worlds.knows(trigger.agent().world())) {
      throw new UnknownAgentException(trigger.agent(), "the worlds are " + worlds.names());
    }
    return switch (placement.judge(key, trigger.agent().value(), from.partition(), headers)) {
      case Placement.Republish ignored ->
          new Elsewhere(trigger.agent().value(), Objects.requireNonNull(json, "parsed"));
      case Placement.Bad bad -> throw new InvalidValueException("record", "a place", bad.reason());
      case Placement.Ours ignored -> {
        String id =
            trigger.id() == null
                ? TriggerId.ofRecord(from.topic(), from.partition(), from.offset())
                : trigger.id();
        yield new Triggered(
            trigger.agent(),
            (at, known) ->
                parsed.as(
                    new Input.TriggerArrived(
                        id,
                        at,
                        trigger.withId(id, trigger.at() == null ? at : trigger.at()),
                        known.contains(trigger.agent(), id))));
      }
    };
  }

  private Read agents(
      byte @Nullable [] key, byte @Nullable [] value, RecordMetadata from, Headers headers) {
    if (value == null) {
      AgentId agent = ofKey(key);
      place(key, agent, from, headers);
      return new ForAgent(
          agent, (at, known) -> Given.of(new Input.ConfigChanged(idOf(from), at, null)));
    }
    Parsed<AgentConfig> parsed = parse(topics.agents(), value, AgentConfig.class, Edge.WORKER);
    AgentConfig config = parsed.value();
    place(key, config.agent(), from, headers);
    if (!worlds.knows(config.agent().world())) {
      throw new InvalidValueException(
          "agent", "an agent of one of the worlds " + worlds.names(), "'" + config.agent() + "'");
    }
    return new ForAgent(
        config.agent(), (at, known) -> parsed.as(new Input.ConfigChanged(idOf(from), at, config)));
  }

  private Read controls(
      byte @Nullable [] key, byte @Nullable [] value, RecordMetadata from, Headers headers) {
    Parsed<Control> parsed = parse(topics.controls(), value, Control.class, Edge.WORKER);
    Control control = parsed.value();
    RequiredParts.of(control);
    place(key, control.agent(), from, headers);
    return new Controlled(
        control, (at, known) -> parsed.as(new Input.Controlled(idOf(from), at, control)));
  }

  private Read decisions(
      byte @Nullable [] key, byte @Nullable [] value, RecordMetadata from, Headers headers) {
    Parsed<Decision> parsed = parse(topics.decisions(), value, Decision.class, Edge.WORKER);
    Decision decision = parsed.value();
    RequiredParts.of(decision);
    place(key, decision.agent(), from, headers);
    return new ForAgent(
        decision.agent(),
        (at, known) -> parsed.as(new Input.DecisionMade(decision.turn().value(), at, decision)),
        new Answer.ToTurn(decision.turn()));
  }

  private Read results(
      byte @Nullable [] key, byte @Nullable [] value, RecordMetadata from, Headers headers) {
    Parsed<ActionResult> parsed;
    try {
      parsed = parse(topics.results(), value, ActionResult.class, Edge.WORKER);
    } catch (InvalidValueException e) {
      return progress(key, value, from, headers, e);
    }
    ActionResult result = parsed.value();
    Require.present("agent", result.agent(), "the agent's id, such as tally/ada");
    Require.present("action", result.action(), "the action's id");
    Require.present("status", result.status(), "what came of the action");
    place(key, result.agent(), from, headers);
    return new ForAgent(
        result.agent(),
        (at, known) -> parsed.as(new Input.ActionDone(result.action().value(), at, result)),
        new Answer.ToAction(result.action()));
  }

  /// What is no result may tell what happened on the way to one.
  private Read progress(
      byte @Nullable [] key,
      byte @Nullable [] value,
      RecordMetadata from,
      Headers headers,
      InvalidValueException noResult) {
    Parsed<Progress> parsed;
    try {
      parsed = parse(topics.progress(), value, Progress.class, Edge.WORKER);
    } catch (InvalidValueException _) {
      throw noResult;
    }
    Progress progress = parsed.value();
    place(key, progress.agent(), from, headers);
    String id = progress.action().value();
    return new ForAgent(
        progress.agent(), (at, known) -> parsed.as(new Input.ActionProgressed(id, at, progress)));
  }

  private Read views(
      byte @Nullable [] key, byte @Nullable [] value, RecordMetadata from, Headers headers) {
    if (value == null) {
      return new ViewOf(ofKey(key), -1);
    }
    View view = parse(topics.views(), value, View.class, Edge.WORKER).value();
    Require.present("agent", view.agent(), "the agent's id, such as tally/ada");
    place(key, view.agent(), from, headers);
    return new ViewOf(view.agent(), view.version());
  }

  private <T> Parsed<T> parse(
      Topic<AgentId, T> topic, byte @Nullable [] value, Class<T> type, Edge edge) {
    return Parsed.of(topic, value, type, edge, replaced);
  }

  /// Where only our own workers write, whatever lies wrong is an error.
  private void place(byte @Nullable [] key, AgentId agent, RecordMetadata from, Headers headers) {
    switch (placement.judge(key, agent.value(), from.partition(), headers)) {
      case Placement.Ours ignored -> {}
      case Placement.Bad bad -> throw new InvalidValueException("record", "a place", bad.reason());
      case Placement.Republish ignored ->
          throw new InvalidValueException(
              "partition",
              key == null ? "the key '" + agent + "'" : String.valueOf(placement.of(agent.value())),
              key == null ? "no key" : String.valueOf(from.partition()));
    }
  }

  private static AgentId ofKey(byte @Nullable [] key) {
    return new AgentId(
        new String(
            Require.present("key", key, "the agent's id, such as tally/ada"),
            StandardCharsets.UTF_8));
  }

  private static String idOf(RecordMetadata from) {
    return from.topic() + "-" + from.partition() + "-" + from.offset();
  }
}
