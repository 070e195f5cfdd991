package dev.playloop.operator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Samples;
import dev.playloop.kit.topic.DeadLetter;
import dev.playloop.kit.topic.DeadLetterBuilder;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.topic.Topics;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What of the dead letters may be sent back.
final class LatenessTest {
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
  private static final AgentId ADA = new AgentId("society/ada");
  private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX, 4);

  private final Lateness lateness = new Lateness(TOPICS, Clock.fixed(NOW, ZoneOffset.UTC));

  @ParameterizedTest
  @CsvSource({"1, true", "0, false", "-1, false"})
  void aTurnOrActionPastItsTimeIsNotSentBack(long secondsLeft, boolean isInTime) {
    Instant notAfter = NOW.plusSeconds(secondsLeft);

    assertThat(lateness.isInTime(letter(TOPICS.turns().name(), Json.bytes(turn(notAfter)))))
        .isEqualTo(isInTime);
    assertThat(
            lateness.isInTime(
                letter(TOPICS.actions("society").name(), Json.bytes(action(notAfter)))))
        .isEqualTo(isInTime);
  }

  @ParameterizedTest
  @CsvSource({"triggers", "decisions", "results", "world-events", "turns", "actions.kernel"})
  void whatHasNoTimeOfItsOwnIsAlwaysSentBack(String topic) {
    for (byte[] value : new byte[][] {null, {}, "{\"notAfter\":1}".getBytes(UTF_8)}) {
      assertThat(lateness.isInTime(letter(Topics.DEFAULT_PREFIX + topic, value))).isTrue();
    }
  }

  private static DeadLetter letter(String topic, byte @Nullable [] value) {
    return DeadLetterBuilder.builder()
        .id(new DeadLetter.Id(0, 1))
        .topic(topic)
        .partition(0)
        .offset(1)
        .cause("why")
        .role("reasoner")
        .at(NOW)
        .value(value)
        .headers(new RecordHeaders())
        .build();
  }

  private static Turn turn(Instant notAfter) {
    return Turn.of(
            new TurnId("society/ada:t#1"),
            ADA,
            Samples.route(),
            new Turn.Body(List.of(), List.of(Message.User.text("Hello."))),
            "hash")
        .notAfter(notAfter)
        .permitUsd(BigDecimal.ONE);
  }

  private static Action action(Instant notAfter) {
    return Action.of(
            new ActionId("society/ada:t#1.1"), ADA, "ada", "buy_item", Json.NODES.objectNode())
        .lane(new Lane(ADA.value()))
        .effect(Effect.WRITE)
        .notAfter(notAfter);
  }
}
