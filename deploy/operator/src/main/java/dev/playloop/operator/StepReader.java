package dev.playloop.operator;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.AuditProblem;
import dev.playloop.journal.Entry;
import dev.playloop.journal.Given;
import dev.playloop.journal.JournalReader;
import dev.playloop.kit.topic.DeadLetter;
import dev.playloop.loop.state.Input;
import dev.playloop.schemas.cloudevent.EventRecords;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.schemas.topic.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tools.jackson.core.JacksonException;

/// Reads steps out of records. The journal gives their order; actions are read for the tools'
/// names, triggers and turns for the times they were written, dead letters for the triggers of
/// nobody, which no journal tells of. Records that can't be read give no step. Remembers the newest
/// [#MAX_ACTIONS] actions; used by one thread.
final class StepReader {
  private static final int MAX_ACTIONS = 20_000;

  private final Topics topics;
  private final KeyRing keys;
  private final String actionsPrefix;
  private final Map<ActionId, String> tools =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ActionId, String> eldest) {
          return size() > MAX_ACTIONS;
        }
      };

  /// Sealed payloads give no step.
  public StepReader(Topics topics) {
    this(topics, KeyRing.NONE);
  }

  public StepReader(Topics topics, KeyRing keys) {
    this.topics = topics;
    this.keys = keys;
    this.actionsPrefix = topics.actions("").name();
  }

  /// Throws [AuditException] where the journal's very first record was written in an older format:
  /// none of it would give a step.
  public List<Step> read(ConsumerRecord<byte[], byte[]> record) {
    if (record.value() == null) {
      return List.of();
    }
    Instant at = Instant.ofEpochMilli(record.timestamp());
    try {
      if (record.topic().equals(topics.journal().name())) {
        JournalEntry entry = JournalHeaders.read(record.headers(), record.value());
        if (record.offset() == 0 && JournalReader.isFirstFormat(entry)) {
          throw new AuditException(
              new AuditProblem.OldFormat(record.topic(), 1, JournalEntry.VERSION));
        }
        return entry(at, JournalReader.read(entry, keys));
      }
      if (record.topic().equals(topics.turns().name())) {
        Turn turn = Json.read(record.value(), Turn.class);
        return List.of(new Step.TurnOpened(turn.agent(), at, turn.turn(), record.value().length));
      }
      if (record.topic().equals(topics.triggers().name())) {
        Trigger trigger = trigger(record);
        String id =
            trigger.id() == null
                ? TriggerId.ofRecord(record.topic(), record.partition(), record.offset())
                : trigger.id();
        return List.of(new Step.Published(trigger.agent(), at, id, trigger));
      }
      if (record.topic().equals(topics.deadLetters().name())) {
        return letter(at, record);
      }
      if (record.topic().startsWith(actionsPrefix)) {
        Action action = Json.read(record.value(), Action.class);
        acts(action);
      }
      return List.of();
    } catch (IllegalArgumentException | JacksonException e) {
      // A bad record is the workers' to report: it is on its way to the dead letters.
      return List.of();
    }
  }

  /// Outsiders may have written it as a CloudEvent.
  private Trigger trigger(ConsumerRecord<byte[], byte[]> record) {
    EventRecords.Own own =
        EventRecords.trigger(topics.triggers(), record.headers(), record.value());
    return Json.read(own == null ? record.value() : own.value(), Trigger.class);
  }

  /// Only where the loop says so: any other letter of a trigger may have a journaled end as well.
  private List<Step> letter(Instant at, ConsumerRecord<byte[], byte[]> record) {
    DeadLetter letter = DeadLetter.of(record);
    String reason = letter.dropped();
    if (reason == null || !letter.topic().equals(topics.triggers().name())) {
      return List.of();
    }
    Trigger trigger = trigger(record);
    String id =
        trigger.id() == null
            ? TriggerId.ofRecord(letter.topic(), letter.partition(), letter.offset())
            : trigger.id();
    LoopEvent.TriggerDropped drop = new LoopEvent.TriggerDropped(id, DropReason.valueOf(reason));
    return List.of(new Step.Dropped(trigger.agent(), at, drop));
  }

  /// Remembers what an action does, for the result that names it.
  public void acts(Action action) {
    tools.put(action.action(), action.tool());
  }

  /// The steps that an entry of the journal tells.
  public List<Step> entry(Instant at, JournalReader.Read read) {
    JournalEntry.Body body = read.body();
    if (body == null) {
      return List.of();
    }
    AgentId agent = read.envelope().agent();
    List<Step> steps = new ArrayList<>();
    List<LoopEvent> events = new ArrayList<>(body.events());
    if (!events.isEmpty() && events.getFirst() instanceof LoopEvent.RunOpened opened) {
      // The input is this run's own; one that opens behind another's end comes after that.
      steps.add(step(agent, at, opened));
      events.removeFirst();
    }
    if (Entry.isInput(read.envelope().kind())) {
      input(agent, at, Given.read(read.envelope(), body.input()), steps);
    }
    events.forEach(event -> steps.add(step(agent, at, event)));
    if (body.view() != null) {
      steps.add(new Step.Saw(agent, at, body.view()));
    }
    return steps;
  }

  private static Step step(AgentId agent, Instant at, LoopEvent event) {
    return switch (event) {
      case LoopEvent.RunClosed closed -> new Step.Closed(agent, at, closed);
      case LoopEvent.TriggerDropped dropped -> new Step.Dropped(agent, at, dropped);
      case LoopEvent.RunOpened _,
          LoopEvent.TriggerQueued _,
          LoopEvent.TriggerJoined _,
          LoopEvent.RouteChanged _,
          LoopEvent.Overrun _,
          LoopEvent.ApprovalAsked _,
          ApprovalEvent _,
          LoopEvent.Poisoned _,
          LoopEvent.Quarantined _,
          LoopEvent.WorkHeld _,
          LoopEvent.WorkResumed _,
          LoopEvent.CounterpartsForgotten _ ->
          new Step.Noted(agent, at, event);
    };
  }

  private void input(AgentId agent, Instant at, Input input, List<Step> steps) {
    switch (input) {
      case Input.TriggerArrived arrived ->
          steps.add(new Step.Triggered(agent, at, arrived.trigger()));
      case Input.DecisionMade made -> steps.add(new Step.Decided(agent, at, made.decision()));
      case Input.ActionDone done -> {
        String tool = tools.getOrDefault(done.result().action(), "");
        steps.add(new Step.Acted(agent, at, done.result(), tool));
      }
      case Input.ActionProgressed progressed -> {
        String tool = tools.getOrDefault(progressed.progress().action(), "");
        steps.add(new Step.Progressed(agent, at, progressed.progress(), tool));
      }
      case Input.ViewReached _,
          Input.DeadlinePassed _,
          Input.ConfigChanged _,
          Input.Controlled _,
          Input.Halted _,
          Input.Resumed _,
          Input.CatalogueLost _,
          Input.WorldRetired _ -> {}
    }
  }
}
