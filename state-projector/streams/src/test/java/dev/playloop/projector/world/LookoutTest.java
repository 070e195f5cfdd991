package dev.playloop.projector.world;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.projector.PatientWorld;
import dev.playloop.projector.world.AgentDirectory.Place;
import dev.playloop.projector.world.Lookout.Look;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.view.ViewNeed;
import dev.playloop.worlds.model.Worlds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What keeps a change from being looked at: a task that stands still, a clock that goes back, an
/// agent that comes from another task, many scenes.
class LookoutTest {
  private static final Place MAP = place("map");
  private static final AgentId BOB = agent("bob");

  private final Worlds worlds = Worlds.of(new TestWorld());
  private final Needs needs = new Needs();
  private final AgentDirectory directory = new AgentDirectory(worlds);
  private final Lookout lookout = new Lookout(WorldPolicy.DEFAULT, needs, worlds, place -> 0);
  private Instant now = Samples.START;
  private boolean ours = true;

  @BeforeEach
  void bobIsOnTheMap() {
    directory.put(BOB, config("bob", "map:bob"));
  }

  @Test
  void aChangeThatCameBeforeTheTaskStoodStillIsLookedAtBehindThat() {
    needs.tell(BOB, ViewNeed.of(null));
    assertThat(next()).hasSize(1);
    lookout.wrote(BOB);
    pass(Duration.ofMillis(50));
    lookout.changed(MAP, null, now);
    assertThat(next()).as("too early").isEmpty();

    pass(WorldPolicy.DEFAULT.attention().plusSeconds(1));

    assertThat(next()).extracting(Look::agent).containsExactly(BOB);
  }

  @Test
  void aClockThatGoesBackKeepsNobodyFromLooking() {
    lookout.changed(MAP, null, now);
    assertThat(next()).hasSize(1);

    pass(Duration.ofHours(-1));
    lookout.changed(MAP, null, now);
    next();
    pass(WorldPolicy.DEFAULT.idleEvery());

    assertThat(next()).extracting(Look::agent).containsExactly(BOB);
  }

  @Test
  void aClockThatGoesBackKeepsNobodyAttendedFromLooking() {
    needs.tell(BOB, ViewNeed.of(null));
    assertThat(next()).hasSize(1);
    lookout.wrote(BOB);

    pass(Duration.ofHours(-1));
    lookout.changed(MAP, null, now);
    next();
    pass(WorldPolicy.DEFAULT.viewEvery());

    assertThat(next()).containsExactly(new Look(BOB, true, null));
    pass(WorldPolicy.DEFAULT.attention().plusMillis(1));
    next();
    lookout.changed(MAP, null, now);
    assertThat(next()).as("attended no more").containsExactly(new Look(BOB, false, null));
  }

  @Test
  void whoComesFromAnotherTaskWhileItIsNeededIsAttendedHere() {
    ours = false;
    needs.tell(BOB, ViewNeed.of(null));
    assertThat(next()).isEmpty();

    ours = true;
    lookout.changed(BOB, now);
    assertThat(next()).containsExactly(new Look(BOB, true, null));

    for (int i = 0; i < 3; i++) {
      pass(WorldPolicy.DEFAULT.viewEvery());
      lookout.changed(MAP, null, now);
      assertThat(next()).containsExactly(new Look(BOB, true, null));
    }
  }

  /// A crowd is looked through seldom while nothing changes.
  @Test
  void aCrowdThatStoodStillSeesTheFirstChangeAtOnce() {
    for (int i = 0; i < 200; i++) {
      directory.put(agent("a" + i), config("a" + i, "map:a" + i));
      needs.tell(agent("a" + i), ViewNeed.of(null));
    }
    assertThat(next()).hasSize(200);
    pass(WorldPolicy.DEFAULT.viewEvery().plusMillis(10));
    assertThat(next()).as("nothing has changed").isEmpty();

    pass(Duration.ofMillis(5));
    lookout.changed(MAP, null, now);

    assertThat(next()).filteredOn(Look::needed).hasSize(200);
  }

  /// What a run has done shows there long after its end.
  @Test
  void whereTurnsWaitForViewsAnAgentIsAttendedOnBehindItsRun() {
    Worlds slow = Worlds.of(new PatientWorld(Duration.ofSeconds(15)));
    Lookout late = new Lookout(WorldPolicy.DEFAULT, needs, slow, place -> 0);
    needs.tell(BOB, ViewNeed.of(null));
    late.next(directory, place -> ours, now);
    needs.tell(BOB, null);

    for (int i = 0; i < 100; i++) {
      pass(WorldPolicy.DEFAULT.viewEvery());
      late.changed(MAP, null, now);
      assertThat(late.next(directory, place -> ours, now))
          .containsExactly(new Look(BOB, true, null));
    }
  }

  @Test
  void whoChangesTwiceIsLookedAtAgainASecondLater() {
    lookout.changed(MAP, null, now);
    assertThat(next()).hasSize(1);
    pass(Duration.ofMillis(500));
    lookout.changed(MAP, null, now);
    lookout.changed(MAP, "trace", now);
    assertThat(next()).isEmpty();
    pass(Duration.ofMillis(500));
    assertThat(next()).containsExactly(new Look(BOB, false, "trace"));
    pass(Duration.ofSeconds(5));
    assertThat(next()).isEmpty();
  }

  @Test
  void anEventCostsTheSameHoweverManyScenesHaveChanged() {
    List<Place> places = IntStream.range(0, 50_000).mapToObj(i -> place("s" + i)).toList();
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          for (int round = 0; round < 2; round++) {
            for (Place place : places) {
              lookout.changed(place, null, now);
              next();
            }
          }
        });
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }

  private List<Look> next() {
    return lookout.next(directory, place -> ours, now);
  }

  private static Place place(String scene) {
    return new Place(TestWorld.NAME, new SceneId(scene));
  }
}
