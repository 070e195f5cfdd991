package dev.playloop.projector.shell;

import dev.playloop.kit.Failpoint;
import dev.playloop.kit.WallClock;
import dev.playloop.projector.edge.CommitPace;
import dev.playloop.projector.edge.DeadLetter;
import dev.playloop.projector.edge.Placement;
import dev.playloop.projector.edge.Trace;
import dev.playloop.projector.journal.Releases;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.model.World;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where records become inputs: reads, judges and hands on to the [Lane]; due deadlines too. One
/// instance a task, on the task's thread. The time is the wall clock of this process; the time a
/// record was stamped with is never used.
final class LoopProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(LoopProcessor.class);
  private static final int MAX_ALARMS_A_TICK = 500;
  private static final long UNFOLDABLE_REST_MILLIS = 60_000;
  private static final Duration SWEEP_EVERY = Duration.ofMinutes(1);

  private final LoopSetup setup;
  private final Brain brain;
  private final Releases releases;
  private final Incoming incoming;
  private ProcessorContext<byte[], byte[]> context;
  private Alarms alarms;
  private CatchingUp catchingUp;
  private Lane lane;
  private CommitPace pace;

  @SuppressWarnings("NullAway.Init") // Streams calls init before anything else
  LoopProcessor(LoopSetup setup, Brain brain, Releases releases) {
    this.setup = setup;
    this.brain = brain;
    this.releases = releases;
    this.incoming =
        new Incoming(
            setup.topics(), setup.worlds().stream().map(World::name).collect(Collectors.toSet()));
  }

  /// May be called again on the same instance after a failure: whatever was held in memory may be
  /// of a transaction that was aborted, and is read anew.
  @Override
  public void init(ProcessorContext<byte[], byte[]> newContext) {
    context = newContext;
    pace = new CommitPace(context::commit);
    KeyValueStore<String, byte[]> store = context.getStateStore(LoopTopology.AGENTS);
    Agents agents = new Agents(store, setup.heldBytes());
    KnownTriggers known = new KnownTriggers(store, setup.policy().knownTriggers());
    Outbox outbox =
        (sink, key, value, trace) ->
            context.forward(
                new Record<>(utf8(key), value, now().toEpochMilli(), Trace.headers(trace)), sink);
    alarms = new Alarms();
    catchingUp = new CatchingUp(now().toEpochMilli());
    agents.collect(alarms);
    lane =
        new Lane(
            brain,
            setup.topics(),
            releases,
            LoopTopology.journal(setup.topics(), releases),
            new Lane.Stores(
                agents,
                known,
                new Sights(context.getStateStore(LoopTopology.VIEWS)),
                alarms,
                new SubjectKeys(store, setup.master(), outbox)),
            outbox,
            new RunSpans(setup.telemetry()));
    context.schedule(setup.tick(), PunctuationType.WALL_CLOCK_TIME, time -> tick());
    context.schedule(SWEEP_EVERY, PunctuationType.WALL_CLOCK_TIME, time -> known.sweep(now()));
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata from = context.recordMetadata().orElseThrow();
    catchingUp.read(record.timestamp(), now().toEpochMilli());
    try {
      take(record, incoming.read(record.key(), record.value(), from, record.headers()));
      Failpoint.reach("projector.after-fold");
    } catch (InvalidValueException | Attempt.UnfoldableException e) {
      context.forward(
          DeadLetter.of(record, from, DeadLetter.cause(e), now()), LoopTopology.DEAD_LETTERS);
    }
  }

  private void take(Record<byte[], byte[]> record, Incoming.Read read) {
    switch (read) {
      case Incoming.ForAgent input -> {
        Instant now = now();
        lane.take(input.agent(), input.input(), now, Trace.of(record.headers()));
        pace.took(input.agent().value(), now.toEpochMilli());
      }
      case Incoming.ViewOf view -> lane.see(view.agent(), view.version(), now());
      case Incoming.Elsewhere elsewhere -> republish(record, elsewhere.key());
    }
  }

  private void tick() {
    if (!catchingUp.tick(now().toEpochMilli())) {
      return;
    }
    for (int i = 0; i < MAX_ALARMS_A_TICK; i++) {
      Instant now = now();
      Alarms.Alarm due = alarms.take(now.toEpochMilli());
      if (due == null) {
        return;
      }
      wake(due, now);
    }
  }

  private void wake(Alarms.Alarm due, Instant now) {
    try {
      lane.wake(new AgentId(due.agent()), due.at(), now);
      pace.took(due.agent(), now.toEpochMilli());
    } catch (Attempt.UnfoldableException e) {
      LOG.atError()
          .addKeyValue("agent", due.agent())
          .setCause(e)
          .log("its deadline can't be folded; tried again in a minute");
      alarms.set(due.agent(), now.toEpochMilli() + UNFOLDABLE_REST_MILLIS);
    }
  }

  private void republish(Record<byte[], byte[]> record, String key) {
    Headers headers = new RecordHeaders(record.headers());
    headers.add(Placement.REPUBLISHED, new byte[] {'1'});
    context.forward(
        new Record<>(utf8(key), record.value(), now().toEpochMilli(), headers),
        LoopTopology.REPUBLISHED);
  }

  private Instant now() {
    return Instant.ofEpochMilli(context.currentSystemTimeMs() + WallClock.offsetMillis());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
