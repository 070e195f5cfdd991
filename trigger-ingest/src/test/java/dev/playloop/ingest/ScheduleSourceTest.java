package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.OwnedSource.Polled;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Schedule;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ScheduleSourceTest {
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
  private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX, 4);
  private static final Schedule HOURLY =
      Schedule.cron("market", "0 * * * *").text("Look at the market.").data(Json.tree("{\"n\":1}"));

  private final HandClock clock = new HandClock(NOON);
  private final List<AgentConfig> configs = new ArrayList<>();
  private boolean loaded = true;
  private ScheduleSource source = source(0, 1);
  private @Nullable String cursor;

  @Test
  void aDueScheduleBecomesOneTrigger() {
    configs.add(Kafka.config("society/ada", List.of(HOURLY)));
    clock.now = NOON.minusSeconds(1);
    assertThat(poll()).isEmpty();
    clock.now = NOON.plusMillis(3);

    List<Trigger> fired = poll();

    assertThat(fired).hasSize(1);
    Trigger trigger = fired.getFirst();
    assertThat(trigger.id()).isEqualTo("ada-market-" + NOON.toEpochMilli());
    assertThat(trigger.kind()).isEqualTo("schedule.market");
    assertThat(trigger.at()).isEqualTo(NOON);
    assertThat(trigger.text()).isEqualTo("Look at the market.");
    assertThat(trigger.data()).isEqualTo(HOURLY.data());
    assertThat(poll()).isEmpty();
  }

  @Test
  void afterADowntimeEachScheduleCatchesUpOnce() {
    configs.add(
        Kafka.config(
            "society/ada",
            List.of(HOURLY, Schedule.every("tick", Duration.ofSeconds(30)).kind("idle.tick"))));
    clock.now = NOON;
    poll();
    source = source(0, 1);
    clock.now = NOON.plus(Duration.ofHours(5)).plusSeconds(10);

    List<Trigger> fired = poll();

    assertThat(fired)
        .extracting(Trigger::at)
        .containsExactlyInAnyOrder(NOON.plus(Duration.ofHours(5)), NOON.plus(Duration.ofHours(5)));
    assertThat(poll()).isEmpty();
  }

  @Test
  void aFreshSystemFiresNothingForThePast() {
    configs.add(Kafka.config("society/ada", List.of(HOURLY)));
    clock.now = NOON.plusSeconds(20);

    assertThat(poll()).isEmpty();
    assertThat(cursor).isEqualTo("2026-01-31T12:00:20Z");
  }

  @Test
  void aTriggerThatWasNotWrittenIsComputedAgainWithTheSameId() {
    configs.add(Kafka.config("society/ada", List.of(HOURLY)));
    clock.now = NOON.minusSeconds(1);
    poll();
    clock.now = NOON.plusSeconds(1);
    Polled lost = source.poll(cursor);
    assertThat(lost.outputs()).hasSize(1);
    clock.now = NOON.plusSeconds(2);

    List<Trigger> again = poll();

    assertThat(again).extracting(Trigger::id).containsExactly(triggers(lost).getFirst().id());
  }

  @Test
  void aScheduleAppliedWhileRunningIsNotDueForThePast() {
    clock.now = NOON.minusSeconds(30);
    poll();
    clock.now = NOON.plusSeconds(5);
    poll();
    configs.add(Kafka.config("society/ada", List.of(HOURLY)));
    clock.now = NOON.plusSeconds(6);

    assertThat(poll()).isEmpty();
  }

  @Test
  void aChangedScheduleGoesByItsNewTimes() {
    configs.add(Kafka.config("society/ada", List.of(HOURLY)));
    clock.now = NOON.minusSeconds(90);
    poll();
    configs.set(0, Kafka.config("society/ada", List.of(Schedule.cron("market", "*/1 * * * *"))));
    clock.now = NOON.minusSeconds(59);

    assertThat(poll()).extracting(Trigger::at).containsExactly(NOON.minusSeconds(60));
  }

  @Test
  void theCursorMovesAtLeastEveryMinute() {
    clock.now = NOON;
    poll();
    clock.now = NOON.plusSeconds(59);
    poll();
    assertThat(cursor).isEqualTo(NOON.toString());
    clock.now = NOON.plusSeconds(60);
    poll();

    assertThat(cursor).isEqualTo(NOON.plusSeconds(60).toString());
  }

  @Test
  void aClockThatJumpsBackFiresNothingTwice() {
    configs.add(Kafka.config("society/ada", List.of(HOURLY)));
    clock.now = NOON.minusSeconds(1);
    poll();
    clock.now = NOON.plusSeconds(1);
    assertThat(poll()).hasSize(1);
    clock.now = NOON.minusSeconds(1);
    assertThat(poll()).isEmpty();
    clock.now = NOON.plusSeconds(2);

    assertThat(poll()).isEmpty();
  }

  @Test
  void nothingIsCalledDoneBeforeTheAgentsAreKnown() {
    configs.add(Kafka.config("society/ada", List.of(HOURLY)));
    clock.now = NOON.minusSeconds(1);
    poll();
    source = source(0, 1);
    loaded = false;
    clock.now = NOON.plusSeconds(90);
    assertThat(poll()).isEmpty();
    loaded = true;

    assertThat(poll()).hasSize(1);
  }

  @Test
  void aDisabledAgentAndABrokenScheduleFireNothing() {
    configs.add(Kafka.config("society/ada", List.of(Schedule.cron("odd", "not a cron"), HOURLY)));
    configs.add(disabled(Kafka.config("society/bob", List.of(HOURLY))));
    clock.now = NOON.minusSeconds(1);
    poll();
    clock.now = NOON.plusSeconds(1);

    assertThat(poll()).extracting(t -> t.agent().value()).containsExactly("society/ada");
  }

  @Test
  void everyAgentBelongsToExactlyOneShare() {
    for (int i = 0; i < 50; i++) {
      configs.add(Kafka.config("society/a-" + i, List.of(HOURLY)));
    }
    List<ScheduleSource> shares = Stream.of(0, 1, 2).map(share -> source(share, 3)).toList();
    clock.now = NOON.minusSeconds(1);
    shares.forEach(share -> share.poll(NOON.minusSeconds(1).toString()));
    clock.now = NOON;

    List<Trigger> fired = new ArrayList<>();
    shares.forEach(share -> fired.addAll(triggers(share.poll(NOON.minusSeconds(1).toString()))));

    assertThat(fired).hasSize(50);
    assertThat(fired)
        .extracting(Trigger::id)
        .contains(TriggerId.ofSchedule(configs.getFirst().agent(), "market", NOON))
        .doesNotHaveDuplicates();
  }

  private ScheduleSource source(int share, int shares) {
    return new ScheduleSource(
        TOPICS,
        share,
        shares,
        new ScheduleSource.Agents() {
          @Override
          public boolean isLoaded() {
            return loaded;
          }

          @Override
          public Iterable<AgentConfig> all() {
            return configs;
          }
        },
        clock.clock());
  }

  /// Polls as an owner does that writes everything.
  private List<Trigger> poll() {
    Polled polled = source.poll(cursor);
    cursor = polled.cursor() == null ? cursor : polled.cursor();
    return triggers(polled);
  }

  private static List<Trigger> triggers(Polled polled) {
    return polled.outputs().stream().map(output -> (Trigger) output.value()).toList();
  }

  private static AgentConfig disabled(AgentConfig c) {
    return c.enabled(false);
  }
}
