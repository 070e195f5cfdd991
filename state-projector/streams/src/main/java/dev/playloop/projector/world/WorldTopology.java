package dev.playloop.projector.world;

import dev.playloop.projector.edge.StoredProcessor;
import dev.playloop.projector.steady.Outlet;
import dev.playloop.projector.steady.Pulse;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.WallclockTimestampExtractor;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/// The world projection: `world-events` to scenes, and from them `views` and subscription
/// `triggers`; `agents` is a global table. Every node and store is named, since changelogs are
/// called after them. Pure: builds a topology, starts nothing.
public final class WorldTopology {
  static final String SCENES = "scenes";
  static final String WRITTEN = "written-views";
  static final String VIEWS = "views-out";
  static final String TRIGGERS = "triggers-out";
  static final String ACTORS = "actor-scenes-out";
  static final String REPUBLISHED = "republished";
  private static final String SOURCE = "world-events";
  private static final String PROJECTION = "projection";

  private WorldTopology() {}

  public static Topology build(Topics topics, Worlds worlds, WorldPolicy policy) {
    return build(topics, worlds, new Needs(), policy, Pulse.quiet());
  }

  /// @param needs whose views are needed, as somebody else says
  public static Topology build(
      Topics topics, Worlds worlds, Needs needs, WorldPolicy policy, Pulse pulse) {
    AgentDirectory directory = new AgentDirectory(worlds);
    WorldProcessor.Crowd crowd = new WorldProcessor.Crowd(directory, needs);
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    Topology topology = new Topology();
    topology.addGlobalStore(
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(AgentsKeeper.STORE),
                Serdes.ByteArray(),
                Serdes.ByteArray())
            .withLoggingDisabled(),
        "agents",
        new WallclockTimestampExtractor(),
        bytes,
        bytes,
        topics.agents().name(),
        "agents-keeper",
        () -> new AgentsKeeper(directory));
    topology.addSource(
        AutoOffsetReset.earliest(),
        SOURCE,
        new WallclockTimestampExtractor(),
        bytes,
        bytes,
        topics.worldEvents().name());
    topology.addProcessor(
        PROJECTION,
        new StoredProcessor(
            () -> new WorldProcessor(topics, worlds, crowd, policy, pulse), WorldTopology::stores),
        SOURCE);
    sinks(topics).forEach((name, topic) -> sink(topology, name, topic.name()));
    topology.addGlobalStore(
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(ActorsKeeper.STORE),
                Serdes.ByteArray(),
                Serdes.ByteArray())
            .withLoggingDisabled(),
        "actor-scenes",
        new WallclockTimestampExtractor(),
        bytes,
        bytes,
        topics.actorScenes().name(),
        "actors-keeper",
        () -> new ActorsKeeper(directory));
    return topology;
  }

  /// All sinks, each with its topic.
  static Map<String, Topic<?, ?>> sinks(Topics topics) {
    Map<String, Topic<?, ?>> sinks = new LinkedHashMap<>();
    sinks.put(VIEWS, topics.views());
    sinks.put(TRIGGERS, topics.triggers());
    sinks.put(ACTORS, topics.actorScenes());
    sinks.put(REPUBLISHED, topics.worldEvents());
    sinks.put(Outlet.DEAD_LETTERS, topics.deadLetters());
    return sinks;
  }

  private static Set<StoreBuilder<?>> stores() {
    return inOrder(
        Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(SCENES), Serdes.String(), Serdes.ByteArray()),
        Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(WRITTEN), Serdes.String(), Serdes.String()));
  }

  /// A set that is listed in the same order in every JVM, as `Set.of` is not.
  private static Set<StoreBuilder<?>> inOrder(StoreBuilder<?>... stores) {
    return new LinkedHashSet<>(List.of(stores));
  }

  private static void sink(Topology topology, String name, String topic) {
    topology.addSink(name, topic, new ByteArraySerializer(), new ByteArraySerializer(), PROJECTION);
  }
}
