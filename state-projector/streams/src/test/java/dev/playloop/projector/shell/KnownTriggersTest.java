package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Samples;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is known of a trigger, and for how long.
class KnownTriggersTest {
  private static final Duration KEPT = Duration.ofDays(7);
  private static final Instant NOW = Samples.START;

  @TempDir Path dir;
  private LoopDriver loop;
  private KeyValueStore<String, byte[]> store;
  private Batch batch;
  private KnownTriggers known;

  @BeforeEach
  void open() {
    loop = new LoopDriver(dir);
    store = loop.driver.store(LoopTopology.AGENTS);
    batch = new Batch(store, (sink, key, value, trace) -> {});
    known = new KnownTriggers(batch, KEPT);
  }

  @AfterEach
  void close() {
    loop.close();
  }

  @Test
  void aTriggerIsKnownWithItsTraceForAsLongAsItIsKept() {
    known.put(agent("ada"), "m-1", "00-trace", NOW);
    known.put(agent("ada"), "m-2", null, NOW);

    assertThat(known.contains(agent("ada"), "m-1", NOW.plus(KEPT))).isTrue();
    assertThat(known.trace(agent("ada"), "m-1", NOW)).isEqualTo("00-trace");
    assertThat(known.contains(agent("ada"), "m-2", NOW)).isTrue();
    assertThat(known.trace(agent("ada"), "m-2", NOW)).isNull();
    assertThat(known.contains(agent("ada"), "m-1", NOW.plus(KEPT).plusMillis(1))).isFalse();
    assertThat(known.contains(agent("bob"), "m-1", NOW)).isFalse();
  }

  @Test
  void sweepsForgetWhatIsTooOldAndNothingElse() {
    Instant later = NOW.plus(KEPT).plusSeconds(1);
    store.put("s/test/ada", "a state".getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < 5_000; i++) {
      known.put(agent("ada"), "old-" + i, "00-trace", NOW);
    }
    known.put(agent("zoe"), "new", null, later);
    batch.commit();

    int begun = known.sweep(later, Duration.ZERO);
    int forgotten = known.sweep(later, Duration.ofMinutes(1));

    assertThat(begun).as("as much as fits between two looks at the clock").isBetween(1, 2_000);
    assertThat(begun + forgotten).as("all, where there is time").isEqualTo(5_000);
    assertThat(known.contains(agent("zoe"), "new", later)).isTrue();
    assertThat(store.get("s/test/ada")).isNotNull();
  }
}
