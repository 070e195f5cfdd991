package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Samples;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Triggers that wait for an agent which is nobody yet.
class StrangersTest {
  private static final long UNTIL = Samples.START.plusSeconds(30).toEpochMilli();

  @TempDir Path dir;
  private LoopDriver loop;
  private Batch batch;
  private Strangers strangers;

  @BeforeEach
  void open() {
    loop = new LoopDriver(dir);
    batch = new Batch(loop.driver.store(LoopTopology.AGENTS), (sink, key, value, trace) -> {});
    strangers = new Strangers(batch, Duration.ofSeconds(30), 32, 1_000);
  }

  @AfterEach
  void close() {
    loop.close();
  }

  private static Strangers.Waiting trigger(long offset, String text) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("one", new byte[] {1});
    headers.add("none", new byte[0]);
    return new Strangers.Waiting(
        offset, Samples.START.plusSeconds(offset), headers, text.getBytes(UTF_8));
  }

  @Test
  void theyAreKeptAsTheyCameAndInTheirOrder() {
    strangers.add(agent("ada"), trigger(10, "later"));
    strangers.add(agent("ada"), trigger(9, "first"));
    strangers.add(agent("ada-2"), trigger(0, "another's"));

    assertThat(strangers.of(agent("ada")))
        .extracting(waiting -> new String(waiting.value(), UTF_8))
        .containsExactly("first", "later");
    Strangers.Waiting first = strangers.of(agent("ada")).getFirst();
    assertThat(first.came()).isEqualTo(Samples.START.plusSeconds(9));
    assertThat(first.headers()).isEqualTo(trigger(9, "").headers());
  }

  @Test
  void theirBytesAreBounded() {
    assertThat(strangers.add(agent("ada"), trigger(0, "x".repeat(600)))).isEqualTo(UNTIL);
    assertThat(strangers.add(agent("ada"), trigger(1, "x".repeat(600)))).isNull();
    assertThat(strangers.add(agent("bob"), trigger(2, "x".repeat(600)))).isNotNull();
  }

  @Test
  void theirHeadersCountAmongTheirBytes() {
    Strangers.Waiting small = trigger(0, "x");
    small.headers().add("long", new byte[999]);

    assertThat(strangers.add(agent("ada"), small)).isNull();
    assertThat(strangers.add(agent("ada"), trigger(1, "x"))).isNotNull();
  }

  @Test
  void aStartWaitsForTheFirstOfEachAgent() {
    strangers.add(agent("ada"), trigger(0, "a"));
    strangers.add(agent("ada"), trigger(1, "b"));
    strangers.add(agent("bob"), trigger(2, "c"));
    batch.commit();
    Alarms alarms = new Alarms();

    strangers.collect(alarms);

    assertThat(alarms.take(UNTIL - 1)).isNull();
    assertThat(alarms.take(UNTIL)).isEqualTo(new Alarms.Alarm(UNTIL, "test/ada"));
    assertThat(alarms.agents()).containsExactly("test/bob");
  }
}
