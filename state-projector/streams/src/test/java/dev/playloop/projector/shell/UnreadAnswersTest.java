package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static dev.playloop.projector.shell.LoopTopologyTest.only;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.SampleDecisions;
import dev.playloop.fixtures.Samples;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A task that comes back to a full backlog: the answers that it waits for may lie behind much
/// else, and until it has read them no deadline counts.
class UnreadAnswersTest {
  private static final Duration AWAY = Duration.ofMinutes(5);
  private static final Instant WHILE_AWAY = Samples.START.plus(Duration.ofMinutes(1));

  @TempDir private Path dir;
  private LoopDriver loop;

  @BeforeEach
  void open() {
    loop = new LoopDriver(dir);
  }

  @AfterEach
  void close() {
    loop.close();
  }

  @Test
  void aTurnWhoseAnswerLiesUnreadIsNotIssuedAgainHoweverLongTheReadingTakes() {
    Turn turn = awaited();

    read(WHILE_AWAY);
    assertThat(loop.turns()).isEmpty();
    send(loop.topics.decisions(), turn.agent(), SampleDecisions.text(turn, "hello"), WHILE_AWAY);

    assertThat(only(loop.closed()).outcome()).isEqualTo(RunOutcome.COMPLETED);
    assertThat(loop.turns()).isEmpty();
  }

  @Test
  void aTurnWhoseAnswerIsNotThereIsIssuedAgainOnceAllWasRead() {
    Turn turn = awaited();
    read(WHILE_AWAY);
    assertThat(loop.turns()).isEmpty();

    read(Samples.START.plus(AWAY).plus(Duration.ofMinutes(1)));

    assertThat(only(loop.turns()).agent()).isEqualTo(turn.agent());
  }

  /// A turn whose deadline passed while the task stood still.
  private Turn awaited() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "hi"));
    Turn turn = only(loop.turns());
    loop.driver.standStill(AWAY);
    return turn;
  }

  /// Three seconds' work on records of this time, which are no answers.
  private void read(Instant stamp) {
    for (int i = 0; i < 6; i++) {
      AgentConfig bob = config("bob", "bob" + i);
      send(loop.topics.agents(), bob.agent(), bob, stamp);
      loop.pass(Duration.ofMillis(500));
    }
  }

  private <T> void send(Topic<AgentId, T> topic, AgentId key, T value, Instant stamp) {
    loop.driver.sendRaw(
        topic, key.value().getBytes(UTF_8), Json.bytes(value), new RecordHeaders(), stamp);
  }
}
