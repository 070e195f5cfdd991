package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.SampleDecisions;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.Desk;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.projector.edge.OwnGroup;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A world is declared with a group of its own while the topology runs.
class OwnGroupTest {
  private record Grouped(@Nullable String ownGroup, boolean isFetched) implements World {
    @Override
    public String name() {
      return TestWorld.NAME;
    }

    @Override
    public ToolCatalogue tools() {
      return new TestWorld().tools();
    }

    @Override
    public Perspective perspective() {
      return Perspective.blind();
    }
  }

  private static final Catalogue SHARED = Catalogue.of(new Grouped(null, false));
  private static final Catalogue HEAVY = Catalogue.of(new Grouped("heavy", false));

  @TempDir Path dir;
  private final Topics topics = new Topics("t.", 1);
  private volatile List<Catalogue> held = List.of(SHARED);

  private final Worlds worlds =
      new Worlds() {
        @Override
        public List<Catalogue> all() {
          return held;
        }

        @Override
        public Set<String> groups() {
          return Set.of(WorldDeclaration.SHARED);
        }
      };

  private LoopDriver loop;

  @BeforeEach
  void open() {
    LoopSetup setup = LoopSetup.of(topics, worlds);
    loop = new LoopDriver(dir, topics, Desk.of(LoopPolicy.DEFAULT, worlds), setup);
    loop.apply(config("ada", "ada"));
  }

  @AfterEach
  void close() {
    loop.close();
  }

  @Test
  void allActionsOfARunLieWhereItsDeclarationSaysWhateverIsDeclaredMeanwhile() {
    loop.trigger(trigger("ada", "m-1", "farm"));
    loop.decide(SampleDecisions.farm(turn(), 1));
    Action first = only(shared());

    held = List.of(HEAVY, SHARED);
    loop.result(
        ActionResult.failed(
            first.action(),
            first.agent(),
            ActionResult.Status.UNKNOWN,
            new ActionError("unknown", "nobody knows", null, false)));
    loop.pass(Duration.ofMinutes(5));
    assertThat(shared()).as("what became of it is asked where it lies").isNotEmpty();
    assertThat(heavy()).isEmpty();

    loop.result(ActionResult.done(first.action(), first.agent(), Json.NODES.objectNode(), null));
    loop.decide(SampleDecisions.text(turn(), "done"));
    loop.trigger(trigger("ada", "m-2", "farm"));
    loop.decide(SampleDecisions.farm(turn(), 2));

    assertThat(shared()).isEmpty();
    assertThat(only(heavy()).action().value()).startsWith("test/ada:m-2#1");
  }

  @Test
  void theTopicIsThatOfTheDeclarationThatTheActionNames() {
    Catalogue light = Catalogue.of(new Grouped("light", false));
    held = List.of(HEAVY, light);
    OwnGroup topic = new OwnGroup(topics, worlds);
    Action old = action().catalogue(light.hash());
    assertThat(topic.of(Json.bytes(old))).isEqualTo("t.actions.light");
    assertThat(topic.of(Json.bytes(action()))).isEqualTo("t.actions.heavy");
  }

  private static Action action() {
    return Action.of(
        ActionId.of(RunId.of(agent("ada"), "m").turn(1), 1),
        agent("ada"),
        "ada",
        "farm",
        Json.NODES.objectNode());
  }

  @Test
  void aFetchedWorldOfAGroupHasOnePartitionThere() {
    Topics many = new Topics("t.", 4);
    held = List.of(Catalogue.of(new Grouped("heavy", true)));
    var placement = LoopOutputs.placement(LoopSetup.of(many, worlds), LoopOutputs.OWN_GROUPS);
    assertThat(placement).isNotNull();
    assertThat(placement.partitions("t.actions.heavy", new byte[0], Json.bytes(action()), 4))
        .contains(Set.of(many.actions("heavy").home(TestWorld.NAME)));
  }

  @Test
  void whatCantBeReadGoesToThoseWhoAnswerIt() {
    byte[] broken = "{\"v\":1".getBytes(StandardCharsets.UTF_8);
    assertThat(new OwnGroup(topics, worlds).of(broken)).isEqualTo("t.actions.declared");
  }

  private Turn turn() {
    return loop.turns().getLast();
  }

  private List<Action> shared() {
    return loop.driver.values(topics.actions(WorldDeclaration.SHARED));
  }

  private List<Action> heavy() {
    return loop.driver.values(topics.actions("heavy"));
  }

  private static <T> T only(List<T> list) {
    assertThat(list).hasSize(1);
    return list.getFirst();
  }
}
