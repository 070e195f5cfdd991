package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Arrives.trigger;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.Scenario.adaWithin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

/// What follows from one thing that happened has an end. That the simulation's histories and all
/// scenarios stay within [BoundDesk#REACHED] is proved by living there.
class FoldTest {
  /// The calls are carried out, every one has its answer, a turn would follow, the run gives way.
  private static final Scenario.Event GIVES_WAY =
      calls(call("remember", "{\"key\":\"k\",\"value\":\"v\"}"));

  @Test
  void asMuchFollowsAsTheBoundAllows() {
    busyWithin(BoundDesk.REACHED).when(GIVES_WAY).then("closed t1 PREEMPTED", "turn t2#1");
  }

  @Test
  void whatFollowsWithoutAnEndIsThrown() {
    Scenario s = busyWithin(3); // four follow here

    assertThatIllegalStateException()
        .isThrownBy(() -> s.when(GIVES_WAY))
        .withMessageStartingWith("no end follows from Begin");
  }

  @Test
  void theProductsBoundHasRoom() {
    assertThat(Fold.MAX_NEXTS).isGreaterThanOrEqualTo(4 * BoundDesk.REACHED);
  }

  private static Scenario busyWithin(int nexts) {
    return adaWithin(nexts).given(trigger("t1", "schedule.market"), message("t2", "bob"));
  }
}
