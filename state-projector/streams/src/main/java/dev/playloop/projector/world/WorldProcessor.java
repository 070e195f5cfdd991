package dev.playloop.projector.world;

import dev.playloop.kit.Unhandled;
import dev.playloop.kit.WallClock;
import dev.playloop.projector.edge.Placement;
import dev.playloop.projector.edge.Trace;
import dev.playloop.projector.steady.CommitPace;
import dev.playloop.projector.steady.Guard;
import dev.playloop.projector.steady.Outlet;
import dev.playloop.projector.steady.Pulse;
import dev.playloop.projector.world.AgentDirectory.Place;
import dev.playloop.projector.world.AgentDirectory.Resident;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.cloudevent.EventRecords;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.event.WorldEvent.ActorMoved;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.schemas.view.ActorScene;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import java.time.Instant;
import java.util.Objects;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Folds world events into scenes, tells subscribers, and writes views. One instance a task, on the
/// task's thread. Whatever is wrong with an event makes it a dead letter; the partition goes on.
final class WorldProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(WorldProcessor.class);

  /// Of views that are needed; at most 40 commits a second come of them.
  private static final long MOMENT_MILLIS = 10;

  private final Topics topics;
  private final Worlds worlds;
  private final AgentDirectory directory;
  private final Needs needs;
  private final WorldPolicy policy;
  private final Placement placement;
  private final Pulse pulse;
  private final Guard guard;
  private ProcessorContext<byte[], byte[]> context;
  private Outlet outlet;
  private Scenes scenes;
  private Lookout lookout;
  private Views views;
  private CommitPace pace;
  private CommitPace neededPace;
  private long lastChange;

  @SuppressWarnings("NullAway.Init") // Streams calls init before anything else
  WorldProcessor(Topics topics, Worlds worlds, Crowd crowd, WorldPolicy policy, Pulse pulse) {
    this.topics = topics;
    this.pulse = pulse;
    this.guard = new Guard(pulse);
    this.worlds = worlds;
    this.directory = crowd.directory();
    this.needs = crowd.needs();
    this.policy = policy;
    this.placement = new Placement(topics.partitions());
  }

  /// Who is where, and whose views are needed.
  record Crowd(AgentDirectory directory, Needs needs) {}

  /// May be called again on the same instance after a failure: everything held is read anew, and
  /// every agent counts as changed.
  @Override
  public void init(ProcessorContext<byte[], byte[]> newContext) {
    context = newContext;
    outlet = new Outlet(context, WorldTopology.sinks(topics), topics.deadLetters(), pulse);
    int tasks = topics.partitions();
    pace = pulse.commits().pace(context::commit, tasks);
    neededPace = pulse.commits().pace(context::commit, tasks);
    scenes = new Scenes(context.getStateStore(WorldTopology.SCENES), Scenes.MAX_HELD / tasks);
    lookout = new Lookout(policy, needs, worlds, this::version);
    views =
        new Views(
            context.getStateStore(WorldTopology.WRITTEN),
            worlds,
            new Views.Sighted(scenes, lookout),
            topics.views().maxRecordBytes(),
            guard);
    lastChange = 0;
    context.schedule(policy.tick(), PunctuationType.WALL_CLOCK_TIME, time -> tick());
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata from = context.recordMetadata().orElseThrow();
    guard.handle(
        from, record, () -> handle(record, from), failure -> refuse(record, from, failure));
    writeViews(); // no matter of this record: each view is its agent's
  }

  private void handle(Record<byte[], byte[]> record, RecordMetadata from) {
    byte[] json;
    WorldEvent event;
    Placement.Verdict verdict;
    Place place;
    boolean changed;
    try {
      json = own(record);
      event = parsed(json);
      verdict =
          placement.judge(record.key(), event.scene().value(), from.partition(), record.headers());
      place = new Place(event.world(), event.scene());
      if (verdict instanceof Placement.Ours && event.change() instanceof ActorMoved moved) {
        moved(event, moved, record);
        return;
      }
      changed = verdict instanceof Placement.Ours && scenes.fold(place, withTime(event)) != null;
    } catch (KafkaException e) {
      throw e; // a store's or the broker's
    } catch (RuntimeException e) {
      refuse(record, from, e);
      return;
    }
    switch (verdict) {
      case Placement.Ours ignored -> {
        if (changed) {
          tellResidents(place, event, Trace.of(record.headers()));
        }
      }
      case Placement.Republish ignored ->
          outlet.forward(
              WorldTopology.REPUBLISHED,
              Placement.again(record.withValue(json), event.scene().value(), now()));
      case Placement.Bad bad ->
          refuse(record, from, new InvalidValueException("record", "a place", bad.reason()));
    }
  }

  /// An actor's moves are put in order where its home scene is, whichever scene tells of them. An
  /// actor that no agent has is nobody's to follow.
  private void moved(WorldEvent event, ActorMoved moved, Record<byte[], byte[]> record) {
    if (!directory.knows(event.world(), moved.actor())) {
      return;
    }
    World world = Objects.requireNonNull(worlds.current(event.world()).world(), "parsed");
    SceneId home = world.perspective().homeScene(moved.actor());
    if (!home.equals(event.scene())) {
      forward(
          WorldTopology.REPUBLISHED,
          home.value(),
          Json.bytes(event.in(home)),
          Trace.of(record.headers()));
      return;
    }
    ActorScene to =
        new ActorScene(
            ActorScene.VERSION, event.world(), moved.actor(), moved.to(), event.version());
    if (scenes.moved(new Place(event.world(), home), to)) {
      forward(WorldTopology.ACTORS, to.key(), Json.bytes(to), Trace.of(record.headers()));
    }
  }

  /// The record's value in the topic's own form.
  private byte[] own(Record<byte[], byte[]> record) {
    EventRecords.Own own =
        EventRecords.worldEvent(topics.worldEvents(), record.headers(), record.value(), now());
    if (own != null) {
      pulse.replaced(own.replaced());
      return own.value();
    }
    return Require.present("value", record.value(), "a world event");
  }

  private WorldEvent parsed(byte[] json) {
    int most = topics.worldEvents().maxRecordBytes();
    if (json.length > most) {
      throw new InvalidValueException(
          "value", "at most " + most + " bytes", json.length + " bytes");
    }
    CheckedJson checked = CheckedJson.of(json, Edge.TOPIC);
    WorldEvent event = checked.as(WorldEvent.class);
    pulse.replaced(checked.replaced());
    if (!worlds.knows(event.world())) {
      throw new InvalidValueException(
          "world", "one of " + worlds.names(), "'" + event.world() + "'");
    }
    return event;
  }

  private void tellResidents(Place place, WorldEvent event, @Nullable String trace) {
    lookout.changed(place, trace, now());
    if (event.change() instanceof WorldEvent.Happening happening) {
      for (Resident resident : directory.in(place)) {
        tell(resident, event, happening, trace);
      }
    }
  }

  private WorldEvent withTime(WorldEvent event) {
    return event.at() != null
        ? event
        : WorldEvent.of(event.id(), event.world(), event.scene(), now(), event.change())
            .version(event.version());
  }

  private void tell(
      Resident resident, WorldEvent event, WorldEvent.Happening happening, @Nullable String trace) {
    if (resident.config() == null || !resident.config().enabled()) {
      return;
    }
    byte[] bytes;
    try {
      Trigger trigger = Subscriptions.trigger(resident.config(), event, happening, now());
      bytes = trigger == null ? null : Json.bytes(trigger);
    } catch (RuntimeException e) {
      // What one agent's subscription makes of an event is no matter of the others in its scene.
      LOG.atError()
          .addKeyValue("agent", resident.agent())
          .addKeyValue("event", event.id())
          .setCause(e)
          .log("no trigger could be made of an event");
      return;
    }
    if (bytes != null && bytes.length <= topics.triggers().maxRecordBytes()) {
      forward(WorldTopology.TRIGGERS, resident.agent().value(), bytes, trace);
      lookout.needed(resident.agent(), now());
    } else if (bytes != null) {
      LOG.atError()
          .addKeyValue("agent", resident.agent())
          .addKeyValue("event", event.id())
          .log("the trigger of an event would be of {} bytes and is left out", bytes.length);
    }
  }

  private void tick() {
    for (Resident changed : directory.changedAfter(lastChange)) {
      lastChange = changed.change();
      if (isOurs(changed.place())) {
        lookout.changed(changed.agent(), now());
      } else {
        views.left(changed.agent());
      }
    }
    writeViews();
  }

  /// Of a scene that can't be read, none is too high: whoever waits for it looks, and is told.
  private long version(Place place) {
    try {
      return scenes.version(place);
    } catch (KafkaException e) {
      throw e; // a store's
    } catch (RuntimeException e) {
      return Long.MAX_VALUE;
    }
  }

  private boolean isOurs(Place place) {
    return placement.of(place.scene().value()) == context.taskId().partition();
  }

  private void writeViews() {
    for (Views.Due due : views.due(directory, this::isOurs, now())) {
      forward(WorldTopology.VIEWS, due.agent().value(), due.value(), due.look().trace());
      if (due.look().needed()) { // those of one moment are one, however many others see something
        neededPace.took(now().toEpochMilli() / MOMENT_MILLIS, now().toEpochMilli());
      }
    }
  }

  /// The net around one record: whatever was thrown, it becomes a dead letter.
  private void refuse(Record<byte[], byte[]> record, RecordMetadata from, Throwable failure) {
    LOG.atWarn()
        .addKeyValue("topic", from.topic())
        .addKeyValue("partition", from.partition())
        .addKeyValue("offset", from.offset())
        .log("a record becomes a dead letter: {}", Unhandled.text(failure));
    outlet.letter(outlet.letterOf(record, from, failure));
  }

  private void forward(String child, String key, byte @Nullable [] value, @Nullable String trace) {
    outlet.forward(
        child, new Record<>(Text.utf8(key), value, now().toEpochMilli(), Trace.headers(trace)));
    pace.took(key, now().toEpochMilli());
  }

  private Instant now() {
    return Instant.ofEpochMilli(context.currentSystemTimeMs() + WallClock.offsetMillis());
  }
}
