package dev.playloop.monitoring.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.monitoring.scale.Plant.Moment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The rule on a [Plant], under loads that are written down here; [RecordedLoadTest] has a real
/// one.
class ScaleSimulationTest {
  private static final int MINUTE = 60;
  private static final ScaleRule RULE = new ScaleRule(4_096, 12);
  private static final List<Double> PHASES = List.of(1.0, 6.0, 11.0);

  /// How many agents have a turn at a time, over an hour.
  enum Load {
    STEADY,
    STEP_UP_AND_DOWN,
    RAMP,
    MINUTE_IN_FIVE,
    MINUTE_IN_FIFTEEN,
    WAVES,
    AT_THE_EDGE,
    NOTHING;

    double agents(double at) {
      return switch (this) {
        case STEADY -> 9_000;
        case STEP_UP_AND_DOWN -> at < 10 * MINUTE || at > 30 * MINUTE ? 2_000 : 25_000;
        case RAMP -> 500 + 8 * at;
        case MINUTE_IN_FIVE -> at % (5 * MINUTE) < MINUTE ? 20_000 : 1_000;
        case MINUTE_IN_FIFTEEN -> at % (15 * MINUTE) < MINUTE ? 20_000 : 1_000;
        case WAVES -> 12_000 + 2_000 * Math.sin(at / 20);
        case AT_THE_EDGE -> 0.7 * 4_096 * 3 + 40 * Math.sin(at / 7);
        case NOTHING -> 0;
      };
    }
  }

  @ParameterizedTest
  @CsvSource({
    "6000, 1", "6000, 2", "6000, 5", "6000, 20",
    "12000, 1", "12000, 2", "12000, 5", "12000, 20",
    "30000, 1", "30000, 2", "30000, 5", "30000, 20",
    "60000, 1", "60000, 2", "60000, 5", "60000, 20",
  })
  void afterAMinuteNineTenthsOfTheCeilingAreInFlight(double agents, double call) {
    double ceiling = Math.min(agents, RULE.partitions() * RULE.maxInFlight());
    for (double phase : PHASES) {
      Moment last = new Plant(RULE, call, at -> agents).run(MINUTE, phase).getLast();

      assertThat(last.inFlight() / ceiling)
          .as("of the ceiling, looked at %s s after the beginning", phase)
          .isGreaterThanOrEqualTo(0.9);
    }
  }

  @ParameterizedTest
  @EnumSource(Load.class)
  void neverMoreThanPartitionsNorLessThanOne(Load load) {
    for (Moment moment : hour(load)) {
      assertThat(moment.wanted()).isBetween(1, RULE.partitions());
    }
  }

  @ParameterizedTest
  @EnumSource(Load.class)
  void downAtMostByOneInFiveMinutes(Load load) {
    double last = Double.NEGATIVE_INFINITY;
    for (Change change : changes(hour(load))) {
      if (change.by() < 0) {
        assertThat(change.by()).isEqualTo(-1);
        assertThat(change.at() - last).isGreaterThanOrEqualTo(ScaleRule.PATIENCE.toMillis() / 1e3);
        last = change.at();
      }
    }
  }

  /// To flap is to give again what was just taken. Of a load that comes back every five minutes
  /// nothing is taken; of one that comes back later, once each time.
  @ParameterizedTest
  @CsvSource({
    "STEADY, 0, 10",
    "STEP_UP_AND_DOWN, 0, 10",
    "RAMP, 0, 10",
    "MINUTE_IN_FIVE, 0, 8",
    "MINUTE_IN_FIFTEEN, 3, 14",
    "WAVES, 0, 10",
    "AT_THE_EDGE, 0, 6",
    "NOTHING, 0, 0",
  })
  void whatIsTakenIsNotGivenAgainAtOnce(Load load, int again, int changes) {
    List<Change> all = changes(hour(load));
    int turned = 0;
    for (int i = 1; i < all.size(); i++) {
      turned += all.get(i - 1).by() < 0 && all.get(i).by() > 0 ? 1 : 0;
    }

    assertThat(turned).as("given again: %s", all).isLessThanOrEqualTo(again);
    assertThat(all).as("changes in an hour").hasSizeLessThanOrEqualTo(changes);
  }

  @Test
  void theLastIsTakenAwayOnceNothingHasBeenNeededForLong() {
    List<Moment> moments =
        new Plant(RULE, 5, at -> at < 5 * MINUTE ? 9_000 : 100).run(70 * MINUTE, 1);

    assertThat(moments.getLast().wanted()).isEqualTo(1);
  }

  private static List<Moment> hour(Load load) {
    return new Plant(RULE, 5, load::agents).run(60 * MINUTE, 1);
  }

  private record Change(double at, int by) {}

  private static List<Change> changes(List<Moment> moments) {
    List<Change> changes = new ArrayList<>();
    for (int i = 1; i < moments.size(); i++) {
      int by = moments.get(i).wanted() - moments.get(i - 1).wanted();
      if (by != 0) {
        changes.add(new Change(moments.get(i).at(), by));
      }
    }
    return changes;
  }
}
