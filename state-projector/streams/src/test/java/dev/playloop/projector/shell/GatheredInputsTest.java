package dev.playloop.projector.shell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.projector.steady.Pulse;
import dev.playloop.projector.telemetry.Expiries;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// When the loop asks for a commit of what many agents were told.
class GatheredInputsTest {
  private static final Topics TOPICS = new Topics("test.", 1);
  private static final int MANY = 40;

  @TempDir Path dir;
  private double load = 1;

  /// Nobody is told anything before the commit, and so nothing more may come that would ask for it.
  @Test
  void isOnceTheProcessorsHaveTimeAlthoughNothingMoreComes() {
    MockProcessorContext<byte[], byte[]> context =
        new MockProcessorContext<>(new Properties(), new TaskId(0, 0), dir.toFile());
    store(context, LoopTopology.AGENTS, Serdes.String());
    store(context, LoopTopology.VIEWS, Serdes.ByteArray());
    context.setCurrentSystemTimeMs(Samples.START.toEpochMilli());
    LoopSetup setup =
        LoopSetup.of(TOPICS, Worlds.of(new TestWorld())).withPulse(Pulse.quiet(() -> load));
    LoopProcessor loop =
        new LoopProcessor(
            setup,
            LoopDriver.desk(),
            LoopTopology.telemetry(setup, new Expiries(setup.telemetry())));
    loop.init(context);

    for (int i = 0; i < MANY; i++) {
      context.resetCommit();
      apply(loop, context, i);
    }
    assertThat(context.committed()).as("the last of many, on a busy machine").isFalse();

    context.scheduledPunctuators().getFirst().getPunctuator().punctuate(0);
    assertThat(context.committed()).as("the machine is busy still").isFalse();
    load = 0;
    context.scheduledPunctuators().getFirst().getPunctuator().punctuate(0);
    assertThat(context.committed()).isTrue();
    loop.close();
  }

  private static void apply(
      LoopProcessor loop, MockProcessorContext<byte[], byte[]> context, int number) {
    String name = "a" + number;
    context.setRecordMetadata(TOPICS.agents().name(), 0, number);
    loop.process(
        new Record<>(
            Samples.agent(name).value().getBytes(UTF_8),
            Json.bytes(Samples.config(name, name)),
            Samples.START.toEpochMilli()));
  }

  private static <K> void store(
      MockProcessorContext<byte[], byte[]> context, String name, Serde<K> key) {
    KeyValueStore<K, byte[]> store =
        Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), key, Serdes.ByteArray())
            .withLoggingDisabled()
            .build();
    store.init(context.getStateStoreContext(), store);
    context.addStateStore(store);
  }
}
