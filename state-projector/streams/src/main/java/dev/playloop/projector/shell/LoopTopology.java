package dev.playloop.projector.shell;

import dev.playloop.journal.Desk;
import dev.playloop.projector.edge.OwnGroup;
import dev.playloop.projector.edge.StoredProcessor;
import dev.playloop.projector.steady.Guard;
import dev.playloop.projector.telemetry.Expiries;
import dev.playloop.projector.telemetry.LoopTelemetry;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.FailOnInvalidTimestamp;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.apache.kafka.streams.processor.TopicNameExtractor;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/// The agent loop on Streams: one processor over all topics an agent's inputs come from, since
/// their order is what the journal records. Sources are bytes, so that a bad record can't stop a
/// partition before our own code sees it. Every node and store is named, since changelogs are
/// called after them. Pure: builds a topology, starts nothing.
public final class LoopTopology {
  static final String AGENTS = "agents";
  static final String VIEWS = "views";
  static final String TURNS = "turns-out";
  static final String JOURNAL = "journal-out";
  static final String APPROVALS = "approvals-out";
  static final String SUBJECT_KEYS = "subject-keys-out";
  static final String VIEW_NEEDS = "view-needs-out";
  static final String REPUBLISHED = "republished";
  private static final String LOOP = "loop";
  private static final String VIEWS_SOURCE = "views-in";

  private LoopTopology() {}

  public static Topology build(LoopSetup setup) {
    return build(setup, Desk.of(setup.policy(), setup.worlds()));
  }

  static Topology build(LoopSetup setup, Desk desk) {
    Topics topics = setup.topics();
    TimestampExtractor times = new FailOnInvalidTimestamp(); // none of the broker's is
    Expiries expiries = new Expiries(setup.telemetry());
    Topology topology = new Topology();
    source(topology, times, "agents-in", topics.agents().name());
    source(topology, times, "triggers-in", topics.triggers().name());
    source(topology, times, "controls-in", topics.controls().name());
    source(topology, times, "decisions-in", topics.decisions().name());
    source(topology, times, "results-in", topics.results().name());
    // `views` is its own changelog: it is compacted and holds all there is to know.
    topology.addReadOnlyStateStore(
        Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(VIEWS), Serdes.ByteArray(), Serdes.ByteArray()),
        VIEWS_SOURCE,
        times,
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        topics.views().name(),
        "views-keeper",
        () -> new ViewsKeeper(new Guard(setup.pulse())));
    topology.addProcessor(
        LOOP,
        new StoredProcessor(
            () -> new LoopProcessor(setup, desk, telemetry(setup, expiries)), LoopTopology::stores),
        "agents-in",
        "triggers-in",
        "controls-in",
        "decisions-in",
        "results-in",
        VIEWS_SOURCE);
    topology.connectProcessorAndStateStores(LOOP, VIEWS);
    LoopOutputs.sinks(setup).forEach((name, topic) -> sink(topology, setup, name, topic.name()));
    return topology;
  }

  /// Each task's own; they tell of the questions of all of them together.
  static LoopTelemetry telemetry(LoopSetup setup, Expiries expiries) {
    return new LoopTelemetry(setup.telemetry(), expiries, setup.policy().poisons());
  }

  private static Set<StoreBuilder<?>> stores() {
    // One store for all the loop keeps: each changelog is a partition more in every
    // transaction, and those cost more than what is written to them.
    return Set.of(
        Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(AGENTS), Serdes.String(), Serdes.ByteArray())
            // What was overwritten or deleted, erased text and keys too, is cleaned away soon.
            .withLoggingEnabled(
                Map.of(
                    TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG,
                    String.valueOf(Topic.COMPACTED_WITHIN.toMillis()))));
  }

  private static void source(
      Topology topology, TimestampExtractor times, String name, String topic) {
    topology.addSource(
        AutoOffsetReset.earliest(),
        name,
        times,
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        topic);
  }

  private static void sink(Topology topology, LoopSetup setup, String name, String topic) {
    ByteArraySerializer bytes = new ByteArraySerializer();
    StreamPartitioner<byte[], byte[]> placement = LoopOutputs.placement(setup, name);
    if (placement == null) {
      topology.addSink(name, topic, bytes, bytes, LOOP);
    } else if (name.equals(LoopOutputs.OWN_GROUPS)) {
      TopicNameExtractor<byte[], byte[]> own = new OwnGroup(setup.topics(), setup.worlds());
      topology.addSink(name, own, bytes, bytes, placement, LOOP);
    } else {
      topology.addSink(name, topic, bytes, bytes, placement, LOOP);
    }
  }
}
