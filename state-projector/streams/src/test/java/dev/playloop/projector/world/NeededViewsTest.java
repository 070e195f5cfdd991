package dev.playloop.projector.world;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.happening;
import static dev.playloop.fixtures.Samples.put;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.TestWorld;
import dev.playloop.projector.steady.Pulse;
import dev.playloop.schemas.event.AgentConfig.Subscription;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.view.ViewNeed;
import dev.playloop.worlds.model.Worlds;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;

/// When views are derived: with whatever somebody waits for, else once a second and only where they
/// say something else.
class NeededViewsTest extends WorldTopologyCase {
  private static final Duration STEP = Duration.ofMillis(10);

  private final Needs needs = new Needs();

  @Override
  Topology topology() {
    return WorldTopology.build(
        TOPICS, Worlds.of(new TestWorld()), needs, WorldPolicy.DEFAULT, Pulse.quiet());
  }

  @Test
  void whomNothingHasReachedSeesTheFirstChangeAtOnceAndThenOneASecond() {
    apply(config("bob", "map:bob"));
    driver.pass(Duration.ofSeconds(1)); // a new agent is looked at by itself

    moves(1, 250);

    List<View> views = views();
    assertThat(views).hasSizeBetween(3, 4);
    assertThat(views.getFirst().version()).isEqualTo(1);
    apart(views, Duration.ofSeconds(1));
    driver.pass(Duration.ofSeconds(1));
    assertThat(views()).extracting(View::version).containsExactly(250L);
  }

  @Test
  void whoseRunGoesOnSeesEachChangeTenTimesASecondAtMost() {
    apply(config("bob", "map:bob"));
    apply(config("eve", "map:eve"));
    driver.pass(Duration.ofSeconds(1));
    needs.tell(agent("bob"), ViewNeed.of(null));

    moves(1, 50);
    driver.pass(Duration.ofMillis(200));

    List<View> views = views();
    List<View> bobs = views.stream().filter(view -> view.agent().equals(agent("bob"))).toList();
    assertThat(bobs).hasSizeBetween(5, 7);
    apart(bobs, Duration.ofMillis(100));
    assertThat(bobs.getLast().version()).isEqualTo(50);
    assertThat(views).filteredOn(view -> view.agent().equals(agent("eve"))).hasSize(1);
  }

  @Test
  void aTriggerBringsWhatHasChangedSinceAtOnce() {
    apply(config("bob", "map:bob"));
    moves(1, 2);
    assertThat(views()).extracting(View::version).containsExactly(1L);

    needs.tell(agent("bob"), ViewNeed.of(null));
    driver.pass(WorldPolicy.DEFAULT.tick());

    assertThat(views()).extracting(View::version).containsExactly(2L);
  }

  /// As where the world tells of an action a moment after it was answered, and the turn waits.
  @Test
  void whatComesRightBehindAResultIsShownAtOnce() {
    apply(config("bob", "map:bob"));
    moves(1, 1);
    driver.pass(Duration.ofSeconds(2));
    views();
    needs.tell(agent("bob"), ViewNeed.of(null));
    driver.pass(WorldPolicy.DEFAULT.tick());
    assertThat(views()).as("nothing new").isEmpty();

    happens(put("e2", "map", 2, "goblin", 2));
    assertThat(views()).extracting(View::version).containsExactly(2L);

    needs.tell(agent("bob"), ViewNeed.of(null));
    happens(put("e3", "map", 3, "goblin", 3));
    assertThat(views()).as("ten times a second at most").isEmpty();
    driver.pass(WorldPolicy.DEFAULT.viewEvery());
    assertThat(views()).extracting(View::version).containsExactly(3L);
  }

  @Test
  void aTriggerOfItsOwnSceneBringsWhatItTellsOf() {
    apply(config("bob", "map:bob", new Subscription("shout", "village.shout", null)));
    moves(1, 2);
    views();

    happens(happening("h1", "map", "shout", "help"));

    assertThat(views()).extracting(View::version).containsExactly(2L);
  }

  @Test
  void aVersionWithoutAChangeIsToldToWhomeverWaitsForIt() {
    apply(config("bob", "map:bob"));
    apply(config("eve", "map:eve"));
    happens(put("e1", "map", 1, "goblin", 30));
    views();
    driver.pass(Duration.ofSeconds(2));

    happens(put("e2", "map", 2, "goblin", 30)); // as it was
    driver.pass(Duration.ofSeconds(2));
    assertThat(views()).isEmpty();

    needs.tell(agent("bob"), ViewNeed.of(null));
    driver.pass(WorldPolicy.DEFAULT.tick());
    assertThat(views())
        .extracting(View::agent, View::version)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(agent("bob"), 2L));
  }

  @Test
  void attentionEndsAndTheLastChangeInItIsShown() {
    apply(config("bob", "map:bob"));
    needs.tell(agent("bob"), ViewNeed.of(null));
    driver.pass(WorldPolicy.DEFAULT.tick());
    int during = (int) WorldPolicy.DEFAULT.attention().dividedBy(STEP);

    moves(1, during + 10);
    driver.pass(Duration.ofMillis(100));
    assertThat(views()).extracting(View::version).endsWith((long) during + 10);

    moves(during + 11, 300);
    assertThat(views()).hasSizeBetween(3, 5);
  }

  /// Three of a scene's events come before the one that its turn waits for.
  @Test
  void aTurnThatWaitsIsShownItsVersionAsSoonAsTheSceneHasComeSoFar() {
    apply(config("bob", "map:bob"));
    moves(1, 1);
    views();
    needs.tell(agent("bob"), ViewNeed.of(5L));
    driver.pass(WorldPolicy.DEFAULT.tick());

    moves(2, 3);
    assertThat(views()).as("of no use to it").isEmpty();
    happens(put("e5", "map", 5, "goblin", 5));
    assertThat(views()).extracting(View::version).containsExactly(5L);

    moves(6, 5);
    assertThat(views()).as("ten times a second at most").isEmpty();
    driver.pass(WorldPolicy.DEFAULT.viewEvery());
    assertThat(views()).extracting(View::version).containsExactly(10L);
  }

  @Test
  void aTurnThatWaitsForWhatTheSceneHasAlreadyIsShownItAtOnce() {
    apply(config("bob", "map:bob"));
    moves(1, 5);
    assertThat(views()).extracting(View::version).containsExactly(1L);

    needs.tell(agent("bob"), ViewNeed.of(4L));
    driver.pass(WorldPolicy.DEFAULT.tick());

    assertThat(views()).extracting(View::version).containsExactly(5L);
  }

  @Test
  void aTurnThatWaitsInVainSeesWhatThereIsTenTimesASecond() {
    apply(config("bob", "map:bob"));
    needs.tell(agent("bob"), ViewNeed.of(1_000L));

    moves(1, 50);

    List<View> views = views();
    assertThat(views).hasSizeBetween(4, 6);
    apart(views, Duration.ofMillis(100));
  }

  @Test
  void whoseRunIsOverSeesWhatItWasNotShownAndThenAsAllOthersDo() {
    apply(config("bob", "map:bob"));
    driver.pass(Duration.ofSeconds(1)); // a new agent is looked at by itself
    needs.tell(agent("bob"), ViewNeed.of(null));
    moves(1, 4);
    needs.tell(agent("bob"), null);
    driver.pass(WorldPolicy.DEFAULT.viewEvery());
    assertThat(views()).extracting(View::version).endsWith(4L);

    moves(5, 200);
    assertThat(views()).hasSizeBetween(2, 3);
  }

  @Test
  void whatReachesAnAgentMeanwhileTakesNothingFromWhatItsTurnWaitsFor() {
    apply(config("bob", "map:bob", new Subscription("shout", "village.shout", null)));
    moves(1, 1);
    driver.pass(Duration.ofSeconds(2));
    views();
    needs.tell(agent("bob"), ViewNeed.of(5L));
    driver.pass(WorldPolicy.DEFAULT.tick());

    happens(happening("h1", "map", "shout", "help"));
    views();
    happens(put("e5", "map", 5, "goblin", 5));

    assertThat(views()).extracting(View::version).containsExactly(5L);
  }

  @Test
  void aSceneThatCannotBeReadEndsNoThreadWhoeverWaitsForIt() {
    driver.<byte[]>store(WorldTopology.SCENES).put("test|3|map|head", "{".getBytes(UTF_8));
    driver.<byte[]>store(WorldTopology.SCENES).put("test|3|map|entity|e0", "{".getBytes(UTF_8));
    apply(config("bob", "map:bob"));
    apply(config("eve", "cave:eve"));
    needs.tell(agent("bob"), ViewNeed.of(5L));
    needs.tell(agent("eve"), ViewNeed.of(5L));

    driver.pass(WorldPolicy.DEFAULT.tick());
    happens(put("e5", "cave", 5, "goblin", 5));

    assertThat(views())
        .extracting(View::agent, View::version)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(agent("eve"), 5L));
  }

  /// The scene is not in memory yet.
  @Test
  void whatATurnWaitsForIsKnownOfASceneThatIsNotInMemory() {
    driver
        .<byte[]>store(WorldTopology.SCENES)
        .put("test|3|map|head", "{\"version\":7}".getBytes(UTF_8));
    apply(config("bob", "map:bob"));
    driver.pass(Duration.ofSeconds(1));
    views();

    needs.tell(agent("bob"), ViewNeed.of(7L));
    driver.pass(WorldPolicy.DEFAULT.tick());
    needs.tell(agent("bob"), ViewNeed.of(8L));
    happens(put("e8", "map", 8, "goblin", 8));

    assertThat(views()).extracting(View::version).endsWith(8L);
  }

  @Test
  void whatSaysNothingIsPassedOver() {
    apply(config("bob", "map:bob"));
    byte[] bob = "test/bob".getBytes(UTF_8);
    needs.toldBy(null, null);
    needs.toldBy(new byte[] {(byte) 0xff}, null);
    needs.toldBy("test/nobody".getBytes(UTF_8), Json.bytes(ViewNeed.of(1L)));
    needs.toldBy("else/where".getBytes(UTF_8), Json.bytes(ViewNeed.of(1L)));
    needs.toldBy(bob, "{\"v\":1,\"version\":-7}".getBytes(UTF_8));
    needs.toldBy(bob, "{\"v\":1,\"version\":1e999999}".getBytes(UTF_8));
    needs.toldBy(bob, "[".repeat(100_000).getBytes(UTF_8));

    moves(1, 1);

    assertThat(views()).hasSize(1);
    assertThat(needs.of(agent("bob"))).isNull();
    needs.toldBy(bob, Json.bytes(ViewNeed.of(7L)));
    assertThat(needs.of(agent("bob"))).isNotNull();
    needs.toldBy(bob, null);
    assertThat(needs.of(agent("bob"))).isNull();
  }

  /// One event each ten milliseconds.
  private void moves(int from, int count) {
    for (int i = from; i < from + count; i++) {
      happens(put("e" + i, "map", i, "goblin", i));
      driver.pass(STEP);
    }
  }

  private List<View> views() {
    return driver.values(TOPICS.views());
  }

  private static void apart(List<View> views, Duration least) {
    for (int i = 1; i < views.size(); i++) {
      assertThat(Duration.between(views.get(i - 1).asOf(), views.get(i).asOf()))
          .isGreaterThanOrEqualTo(least);
    }
  }
}
