package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Emit;
import dev.playloop.kit.OwnedSource.Polled;
import dev.playloop.kit.Telemetry;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.topic.Topics;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SpendCapSourceTest {
  private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX, 4);
  private static final Instant EVENING = Instant.parse("2026-03-01T22:00:00Z");
  private static final Instant MIDNIGHT = Instant.parse("2026-03-02T00:00:00Z");
  private static final HaltScope SOCIETY = HaltScope.world("society");
  private static final HaltScope KERNEL = HaltScope.world("kernel");

  private final HandClock clock = new HandClock(EVENING);
  private final List<SpentRecords.Spent> log = new ArrayList<>();
  private final Map<HaltScope, Halt> halts = new HashMap<>();
  private final List<Instant> opened = new ArrayList<>();
  private @Nullable String problem;
  private SpendCapSource source = source();
  private @Nullable String cursor;

  @Test
  void aWorldIsHaltedWhenItsCapIsReachedAndNotBefore() {
    spent("society", "3.99");
    spent("kernel", "100");
    assertThat(poll()).isEmpty();

    spent("society", "0.01");
    List<Emit<?, ?>> outputs = poll();

    assertThat(outputs).hasSize(1);
    Halt halt = halt(outputs);
    assertThat(halt.scope()).isEqualTo(SOCIETY);
    assertThat(halt.by()).isEqualTo("cap");
    assertThat(halt.at()).isEqualTo(EVENING);
    assertThat(halt.reason()).isEqualTo("4.00 USD were spent on 2026-03-01, the cap is 4");
    assertThat(poll()).isEmpty();
  }

  @Test
  void theNextDayItGoesOnAndIsCountedFromNothing() {
    spent("society", "4");
    follow(poll());
    clock.now = MIDNIGHT.minusMillis(1);
    assertThat(poll()).isEmpty();

    clock.now = MIDNIGHT;
    List<Emit<?, ?>> outputs = poll();
    assertThat(keys(outputs)).containsExactly(SOCIETY);
    assertThat(outputs.getFirst().value()).isNull();
    assertThat(poll()).as("once").isEmpty();
    follow(outputs);

    spent("society", "3.99");
    assertThat(poll()).isEmpty();
    spent("society", "0.02");
    assertThat(halt(poll()).reason()).startsWith("4.01 USD were spent on 2026-03-02");
  }

  @Test
  void aTombstoneThatWasNotWrittenIsWrittenLater() {
    halts.put(SOCIETY, new Halt(1, SOCIETY, Halt.CAP, EVENING, null));
    clock.now = MIDNIGHT;
    assertThat(poll()).hasSize(1);
    clock.now = MIDNIGHT.plusSeconds(60);
    assertThat(poll()).hasSize(1);
  }

  @Test
  void whoResumesTheWorldIsNotOverruledOnThatDay() {
    spent("society", "4");
    follow(poll());
    halts.clear();

    spent("society", "50");
    assertThat(poll()).isEmpty();
    source = source();
    spent("society", "50");
    assertThat(poll()).as("by another process").isEmpty();
  }

  @Test
  void aPersonsHaltIsNeitherReplacedNorTakenBack() {
    halts.put(SOCIETY, new Halt(1, SOCIETY, "kim", EVENING, null));
    spent("society", "4");
    assertThat(poll()).isEmpty();
    clock.now = MIDNIGHT.plusSeconds(1);
    assertThat(poll()).isEmpty();
    spent("society", "4");
    assertThat(poll()).isEmpty();

    halts.clear();
    assertThat(halt(poll()).scope()).as("kim is gone, the money too").isEqualTo(SOCIETY);
  }

  @Test
  void anotherProcessGoesOnWhereTheLastOneStopped() {
    spent("society", "3");
    assertThat(poll()).isEmpty();
    source = source();
    spent("society", "1");

    assertThat(halt(poll()).reason()).startsWith("4 USD");
    assertThat(opened).as("from the beginning of the day").containsExactly(start(), start());
  }

  @Test
  void aCursorThatWasNotWrittenIsCountedOnce() {
    spent("society", "3");
    String before = cursor;
    poll();
    cursor = before;
    assertThat(poll()).isEmpty();
    spent("society", "0.5");
    assertThat(poll()).as("3 and 0.5, not 3 twice").isEmpty();
    spent("society", "0.5");
    assertThat(halt(poll()).reason()).startsWith("4.0 USD");
  }

  @Test
  void aCursorThatIsNoneBeginsTheDayAnew() {
    spent("society", "4");
    cursor = "{\"day\":\"never\"}";
    assertThat(poll()).hasSize(1);
  }

  @Test
  void whatWasSpentYesterdayAndIsReadTodayCountsForYesterday() {
    spent("society", "3");
    clock.now = MIDNIGHT.plusSeconds(5);
    assertThat(poll()).isEmpty();
    spent("society", "3");
    assertThat(poll()).isEmpty();
  }

  @Test
  void aClockAheadOfOursCountsForToday() {
    clock.now = MIDNIGHT.plusSeconds(3_600);
    spent("society", "4");
    clock.now = EVENING;

    assertThat(halt(poll()).reason()).contains("2026-03-01");
  }

  @Test
  void nothingIsConcludedWhileItIsNotKnownWhatIsHalted() {
    spent("society", "4");
    problem = "halts is not read yet";
    assertThat(poll()).isEmpty();
    problem = null;
    assertThat(poll()).hasSize(1);
  }

  @Test
  void withoutACapNothingIsReadButOldHaltsOfCapsEnd() {
    source = source(SpendCaps.NONE);
    halts.put(KERNEL, new Halt(1, KERNEL, Halt.CAP, EVENING, null));
    clock.now = MIDNIGHT;

    assertThat(keys(poll())).containsExactly(KERNEL);
    assertThat(opened).isEmpty();
  }

  private static Instant start() {
    return Instant.parse("2026-03-01T00:00:00Z");
  }

  private SpendCapSource source() {
    return source(new SpendCaps(Map.of("society", BigDecimal.valueOf(4)), null));
  }

  private SpendCapSource source(SpendCaps caps) {
    SpendCapSource.Halted halted =
        new SpendCapSource.Halted() {
          @Override
          public @Nullable String problem() {
            return problem;
          }

          @Override
          public Map<HaltScope, Halt> values() {
            return Map.copyOf(halts);
          }
        };
    return new SpendCapSource(
        TOPICS, caps, new SpendCapSource.Reads(this::open, halted), clock.clock(), Telemetry.off());
  }

  private SpentRecords open(Map<Integer, Long> offsets, Instant since) {
    opened.add(since);
    return new Log(Math.toIntExact(offsets.getOrDefault(0, 0L)));
  }

  private final class Log implements SpentRecords {
    private int next;

    private Log(int next) {
      this.next = next;
    }

    @Override
    public List<Spent> poll(Duration timeout) {
      List<Spent> more = List.copyOf(log.subList(next, log.size()));
      next = log.size();
      return more;
    }

    @Override
    public Map<Integer, Long> offsets() {
      return Map.of(0, (long) next);
    }

    @Override
    public void close() {}
  }

  private void spent(String world, String usd) {
    log.add(new SpentRecords.Spent(world, new BigDecimal(usd), clock.now));
  }

  private List<Emit<?, ?>> poll() {
    Polled polled = source.poll(cursor);
    if (polled.cursor() != null) {
      cursor = polled.cursor();
    }
    return polled.outputs();
  }

  private void follow(List<Emit<?, ?>> outputs) {
    for (Emit<?, ?> output : outputs) {
      if (output.value() instanceof Halt halt) {
        halts.put(halt.scope(), halt);
      } else if (output.key() instanceof HaltScope scope) {
        halts.remove(scope);
      }
    }
  }

  private static List<Object> keys(List<Emit<?, ?>> outputs) {
    return outputs.stream().<Object>map(Emit::key).toList();
  }

  private static Halt halt(List<Emit<?, ?>> outputs) {
    assertThat(outputs).hasSize(1);
    assertThat(outputs.getFirst().value()).isInstanceOf(Halt.class);
    return (Halt) java.util.Objects.requireNonNull(outputs.getFirst().value());
  }
}
