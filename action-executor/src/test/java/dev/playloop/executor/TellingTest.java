package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.view.Progress;
import dev.playloop.worlds.model.WorldActions.Safety;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a world tells on the way is on the log before its result, bounded, and no answer.
class TellingTest {
  @ParameterizedTest
  @EnumSource
  void whatHappensOnTheWayIsToldAtOnce(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.world.onSteps =
        (action, lease) -> {
          lease.tell("submitted", "0xabc");
          assertThat(bench.told)
              .containsExactly(Progress.of(Bench.strike(1), "submitted", "0xabc"));
          lease.tell("seen", null);
          return bench.world.act(action);
        };

    assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.DONE);

    assertThat(bench.told).extracting(Progress::step).containsExactly("submitted", "seen");
    assertThat(bench.toldHeaders).allSatisfy(headers -> assertThat(headers).isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void aWorldThatTellsTooMuchIsCutShortAndStillActs(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.world.onSteps =
        (action, lease) -> {
          lease.tell(" ", null);
          for (int i = 0; i < 100; i++) {
            lease.tell("x".repeat(1_000), "y".repeat(1_000));
          }
          return bench.world.act(action);
        };

    assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.DONE);

    assertThat(bench.told).hasSize(Telling.MAX_TOLD);
    assertThat(bench.world.effects).hasSize(1);
  }
}
