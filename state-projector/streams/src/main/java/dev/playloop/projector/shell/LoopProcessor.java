package dev.playloop.projector.shell;

import dev.playloop.journal.Desk;
import dev.playloop.kit.Failpoint;
import dev.playloop.kit.Unhandled;
import dev.playloop.kit.WallClock;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.projector.edge.Placement;
import dev.playloop.projector.edge.Trace;
import dev.playloop.projector.steady.CommitPace;
import dev.playloop.projector.steady.Guard;
import dev.playloop.projector.steady.Outlet;
import dev.playloop.projector.telemetry.LoopTelemetry;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.LetterHeaders;
import java.time.Instant;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where records become inputs: reads, judges and hands on to the [AgentTask]; due deadlines too.
/// One instance a task, on the task's thread. The time is the wall clock of this process; the time
/// a record was stamped with only tells whether the task has caught up.
final class LoopProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(LoopProcessor.class);

  private final LoopSetup setup;
  private final Desk desk;
  private final Incoming incoming;
  private final Guard guard;
  private final LoopTelemetry telemetry;
  private ProcessorContext<byte[], byte[]> context;
  private Outlet outlet;
  private Alarms alarms;
  private CatchingUp catchingUp;
  private AgentTask task;
  private Strangers strangers;
  private Batch batch;
  private CommitPace pace;

  @SuppressWarnings("NullAway.Init") // Streams calls init before anything else
  LoopProcessor(LoopSetup setup, Desk desk, LoopTelemetry telemetry) {
    this.setup = setup;
    this.desk = desk;
    this.guard = new Guard(setup.pulse());
    this.telemetry = telemetry;
    this.incoming = new Incoming(setup.topics(), setup.worlds(), setup.pulse()::replaced);
  }

  /// May be called again on the same instance after a failure: whatever was held in memory may be
  /// of a transaction that was aborted, and is read anew.
  @Override
  public void init(ProcessorContext<byte[], byte[]> newContext) {
    context = newContext;
    outlet =
        new Outlet(context, LoopOutputs.sinks(setup), setup.topics().deadLetters(), setup.pulse());
    pace = setup.pulse().commits().pace(context::commit, setup.topics().partitions());
    batch =
        new Batch(
            context.getStateStore(LoopTopology.AGENTS),
            (sink, key, value, headers) ->
                outlet.forward(
                    sink, new Record<>(Text.utf8(key), value, now().toEpochMilli(), headers)));
    Agents agents = new Agents(batch, setup.heldBytes());
    KnownTriggers known = new KnownTriggers(batch, setup.policy().knownTriggers());
    alarms = new Alarms();
    catchingUp = new CatchingUp(now().toEpochMilli());
    agents.collect(alarms, telemetry);
    LoopPolicy policy = setup.policy();
    strangers =
        new Strangers(
            batch, policy.unknownAgentWait(), policy.queueTriggers(), policy.queueBytes());
    strangers.collect(alarms);
    task =
        new AgentTask(
            LoopOutputs.folding(setup, desk),
            new SealedJournal(
                LoopOutputs.journal(setup.topics()), new SubjectKeys(batch, setup.master()), batch),
            new AgentTask.Stores(
                agents,
                known,
                new Sights(context.getStateStore(LoopTopology.VIEWS), setup.heldBytes() / 4),
                alarms,
                setup.halts()),
            batch,
            telemetry);
    Rounds rounds =
        new Rounds(new Rounds.Looked(alarms, catchingUp, setup), guard, task, pace)
            .strangers(this::expire);
    context.schedule(setup.tick(), PunctuationType.WALL_CLOCK_TIME, time -> rounds.tick(this::now));
    context.schedule(
        KnownTriggers.SWEEP_EVERY, PunctuationType.WALL_CLOCK_TIME, time -> known.sweep(now()));
  }

  @Override
  public void close() {
    telemetry.close();
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata from = context.recordMetadata().orElseThrow();
    catchingUp.read(record.timestamp(), now().toEpochMilli());
    guard.handle(
        from, record, () -> handle(record, from), failure -> refuse(record, from, null, failure));
  }

  private void handle(Record<byte[], byte[]> record, RecordMetadata from) {
    Incoming.Read read = null;
    try {
      read = incoming.read(record.key(), record.value(), from, record.headers());
      take(record, from, read);
    } catch (KafkaException e) {
      throw e; // a store's or the broker's
    } catch (RuntimeException e) {
      refuse(record, from, read, e);
      return;
    }
    if (read instanceof Incoming.Elsewhere elsewhere) {
      Record<byte[], byte[]> own = record.withValue(elsewhere.value());
      outlet.forward(LoopTopology.REPUBLISHED, Placement.again(own, elsewhere.key(), now()));
    }
    commit(record, from);
    Failpoint.reach("projector.after-fold");
  }

  private void commit(Record<byte[], byte[]> record, RecordMetadata from) {
    RuntimeException bug = task.commit();
    if (bug != null) {
      letter(record, from, bug);
    }
  }

  /// Makes what the record comes to, and stores or sends nothing of it.
  private void take(Record<byte[], byte[]> record, RecordMetadata from, Incoming.Read read) {
    switch (read) {
      case Incoming.Triggered trigger -> {
        Instant now = now();
        if (task.knows(trigger.agent())) {
          task.take(trigger.agent(), trigger.input(), now, Trace.of(record.headers()));
        } else {
          await(
              trigger.agent(),
              new Strangers.Waiting(from.offset(), now, record.headers(), record.value()));
        }
        took(trigger.agent(), now);
      }
      case Incoming.ForAgent input -> take(record, input.agent(), input.input());
      case Incoming.Controlled said -> {
        setup.proof().check(said.control(), now());
        take(record, said.agent(), said.input());
      }
      case Incoming.ViewOf view when task.see(view.agent(), view.version(), now()) ->
          took(view.agent(), now());
      case Incoming.ViewOf _, Incoming.Elsewhere _ -> {}
    }
  }

  private void take(Record<byte[], byte[]> record, AgentId agent, Incoming.Pending input) {
    admit(agent);
    Instant now = now();
    task.take(agent, input, now, Trace.of(record.headers()));
    took(agent, now);
  }

  /// A turn that begins to wait for its view is committed with that, so that no commit is under way
  /// when it comes; unless another process has to be told.
  private void took(AgentId agent, Instant now) {
    boolean waited = task.awaitsView(agent);
    batch.afterwards(() -> {
      if (waited || !task.awaitsView(agent) || !setup.attention().isAllHere().getAsBoolean()) {
        pace.took(agent.value(), now.toEpochMilli());
      }
    });
  }

  private void await(AgentId agent, Strangers.Waiting trigger) {
    Long until = strangers.add(agent, trigger);
    if (until == null) {
      throw new UnknownAgentException(agent, "as many triggers wait for it as may");
    }
    batch.afterwards(() -> alarms.set(agent.value(), until));
  }

  /// A record of ours names the agent: the triggers that waited for that are folded first, as of
  /// when they came. One that can't be costs itself alone.
  private void admit(AgentId agent) {
    if (task.knows(agent)) {
      return;
    }
    for (Strangers.Waiting trigger : strangers.of(agent)) {
      Record<byte[], byte[]> record = trigger.record(agent);
      RecordMetadata from = from(trigger);
      try {
        if (incoming.read(record.key(), record.value(), from, record.headers())
            instanceof Incoming.Triggered read) {
          task.take(agent, read.input(), trigger.came(), Trace.of(record.headers()));
        }
      } catch (KafkaException e) {
        throw e;
      } catch (RuntimeException e) {
        task.undo(agent);
        letter(record, from, e);
      }
      strangers.remove(agent, trigger);
      commit(record, from);
    }
  }

  /// The agent is nobody: what waited for it long enough becomes dead letters.
  private void expire(AgentId agent, Instant now) {
    for (Strangers.Waiting trigger : strangers.of(agent)) {
      long until = strangers.until(trigger);
      if (until > now.toEpochMilli()) {
        batch.afterwards(() -> alarms.set(agent.value(), until));
        return;
      }
      strangers.remove(agent, trigger);
      UnknownAgentException nobody =
          new UnknownAgentException(
              agent, "none was applied within " + setup.policy().unknownAgentWait());
      letter(trigger.record(agent), from(trigger), nobody);
    }
  }

  private RecordMetadata from(Strangers.Waiting trigger) {
    return trigger.from(setup.topics().triggers().name(), context.taskId().partition());
  }

  /// The net around one record: whatever was thrown, it becomes a dead letter, and whoever waits
  /// for its answer gets one.
  private void refuse(
      Record<byte[], byte[]> record,
      RecordMetadata from,
      Incoming.@Nullable Read read,
      RuntimeException failure) {
    LOG.atWarn()
        .addKeyValue("topic", from.topic())
        .addKeyValue("partition", from.partition())
        .addKeyValue("offset", from.offset())
        .log("a record becomes a dead letter: {}", Unhandled.text(failure));
    Answer answer =
        switch (read) {
          case Incoming.ForAgent input -> undone(input.agent(), input.answer());
          case Incoming.Controlled said -> undone(said.agent(), null);
          case Incoming.Triggered trigger -> undone(trigger.agent(), null);
          case Incoming.ViewOf view -> undone(view.agent(), null);
          case Incoming.Elsewhere _ -> null;
          case null -> incoming.unreadable(from, record.headers());
        };
    if (answer != null) {
      answer(answer, failure, Trace.of(record.headers()));
    }
    telemetry.refused(failure);
    letter(record, from, failure);
  }

  private @Nullable Answer undone(AgentId agent, @Nullable Answer answer) {
    task.undo(agent);
    return answer;
  }

  private void answer(Answer answer, RuntimeException failure, @Nullable String trace) {
    try {
      admit(answer.agent());
      task.unusable(answer, failure, now(), trace);
    } catch (KafkaException e) {
      throw e;
    } catch (RuntimeException e) {
      task.undo(answer.agent());
      LOG.atError()
          .addKeyValue("agent", answer.agent())
          .setCause(e)
          .log("not even that its answer can't be used could be folded");
      return;
    }
    task.commit();
    pace.took(answer.agent().value(), now().toEpochMilli());
  }

  private void letter(Record<byte[], byte[]> record, RecordMetadata from, Throwable failure) {
    Record<byte[], byte[]> letter = outlet.letterOf(record, from, failure);
    if (failure instanceof UnknownAgentException) {
      letter.headers().add(LetterHeaders.DROPPED, Text.utf8(DropReason.NO_SUCH_AGENT.name()));
    }
    outlet.letter(letter);
  }

  private Instant now() {
    return Instant.ofEpochMilli(context.currentSystemTimeMs() + WallClock.offsetMillis());
  }
}
