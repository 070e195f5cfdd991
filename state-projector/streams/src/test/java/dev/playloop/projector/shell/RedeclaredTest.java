package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.SampleDecisions;
import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.Given;
import dev.playloop.journal.JournalReader;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.Releases;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// The world declares other tools while an agent is at work, and tasks start anew in between.
class RedeclaredTest extends AgentTaskCase {
  /// A world of the same name with other tools.
  private record Other(ToolCatalogue tools) implements World {
    @Override
    public String name() {
      return TestWorld.NAME;
    }

    @Override
    public Perspective perspective() {
      return Perspective.blind();
    }
  }

  @Describe("Fish in a pond.")
  @Traits(effect = Effect.WRITE)
  record Fish() implements Tool {}

  private static final ToolCatalogue OLD_TOOLS = new TestWorld().tools();
  private static final ToolCatalogue FISH = ToolCatalogue.ofSealed(Fish.class);

  private static final Catalogue FIRST = Catalogue.of(new TestWorld());
  private static final Catalogue SECOND = Catalogue.of(new Other(OLD_TOOLS.and(FISH)));
  private static final Catalogue NO_FARM = Catalogue.of(new Other(FISH));

  private List<Catalogue> held = List.of(FIRST);

  private final Releases releases = Releases.of(LoopPolicy.DEFAULT, () -> held);

  /// A task that begins where the last one ended; the first of `catalogues` is in force.
  private AgentTask restarted(Catalogue... catalogues) {
    held = List.of(catalogues);
    return task(releases, new Alarms());
  }

  private void take(AgentTask task, Incoming.Pending input) {
    task.take(agent("ada"), input, Samples.START, null);
    assertThat(task.commit()).as("a fold that threw").isNull();
  }

  private static Incoming.Pending configured() {
    AgentConfig ada = config("ada", "ada");
    return (at, known) -> Given.of(new Input.ConfigChanged("config-1", at, ada));
  }

  private static Incoming.Pending came(String id) {
    Trigger trigger = trigger("ada", id, "farm");
    return (at, known) -> Given.of(new Input.TriggerArrived(id, at, trigger.withId(id, at), false));
  }

  private Turn turn() {
    return turns.getLast();
  }

  private static List<String> tools(Turn turn) {
    return turn.body().tools().stream().map(tool -> tool.name()).toList();
  }

  private List<String> kinds() {
    return journal.stream().map(entry -> JournalReader.read(entry).envelope().kind()).toList();
  }

  /// Three declarations in one journal, a run open over each change, a restart between.
  @Test
  void aRunEndsOnTheDeclarationItBeganWith() {
    threeDeclarations();

    JournalVerifier.Report whole = verify(releases);
    assertThat(whole.findings()).isEmpty();
    assertThat(whole.refolded()).isEqualTo(journal.size());
    assertThat(kinds()).doesNotContain("catalogue-lost");
  }

  private void threeDeclarations() {
    AgentTask task = restarted(FIRST);
    take(task, configured());
    take(task, came("m-1"));

    task = restarted(SECOND, FIRST);
    take(task, came("m-2"));
    take(task, decided(SampleDecisions.farm(turn(), 1)));
    assertThat(actions.getLast().catalogue()).isEqualTo(FIRST.hash());
    take(task, done(actions.getLast().action(), Json.NODES.objectNode()));
    assertThat(turn().catalogue()).isEqualTo(FIRST.hash());
    assertThat(tools(turn())).doesNotContain("fish");
    take(task, decided(SampleDecisions.text(turn(), "done")));

    assertThat(turn().turn().run().value()).as("the next run").contains("m-2");
    assertThat(turn().catalogue()).isEqualTo(SECOND.hash());
    assertThat(tools(turn())).contains("farm", "fish");

    task = restarted(NO_FARM, SECOND, FIRST);
    take(task, came("m-3"));
    take(task, decided(SampleDecisions.farm(turn(), 2)));
    assertThat(actions.getLast().catalogue()).isEqualTo(SECOND.hash());
    take(task, done(actions.getLast().action(), Json.NODES.objectNode()));
    take(task, decided(SampleDecisions.text(turn(), "done")));
    assertThat(turn().catalogue()).isEqualTo(NO_FARM.hash());
    assertThat(tools(turn())).contains("fish").doesNotContain("farm");
  }

  /// Whoever lacks a declaration says so of the entries that need it, and goes on behind them.
  @Test
  void aVerifierThatLacksADeclarationFoldsWhatItCan() {
    threeDeclarations();

    held = List.of(NO_FARM);
    JournalVerifier.Report last = verify(releases);
    assertThat(last.findings()).isEmpty();
    assertThat(last.refolded()).as("the last run's snapshot").isPositive();
    assertThat(last.notRefolded()).isPositive();

    held = List.of(SECOND, FIRST);
    JournalVerifier.Report first = verify(releases);
    assertThat(first.findings()).isEmpty();
    assertThat(first.refolded() + last.refolded()).isLessThanOrEqualTo(journal.size());
    assertThat(first.refolded()).isGreaterThan(last.refolded());
  }

  @Test
  void whereItIsKnownNoMoreTheRunGoesOnWithWhatIsInForceAndIsToldSo() {
    AgentTask task = restarted(FIRST);
    take(task, configured());
    take(task, came("m-1"));
    int before = journal.size();

    task = restarted(SECOND);
    take(task, decided(SampleDecisions.farm(turn(), 1)));
    take(task, done(actions.getLast().action(), Json.NODES.objectNode()));

    assertThat(kinds().subList(before, journal.size()))
        .containsExactly("snapshot", "catalogue-lost", "decision-made", "action-done");
    assertThat(turn().catalogue()).isEqualTo(SECOND.hash());
    assertThat(tools(turn())).contains("fish");
    assertThat(Json.text(turn().body())).contains("The game was updated since this began");
    assertThat(verify(releases).findings()).isEmpty();
    assertThat(verify(releases).refolded()).isEqualTo(journal.size() - before);
    held = List.of(SECOND, FIRST); // later the old one is found again
    assertThat(verify(releases).findings()).isEmpty();
    assertThat(verify(releases).refolded()).isEqualTo(journal.size());
  }

  @Test
  void whereTheToolIsGoneThatTheRunWaitsForItEnds() {
    AgentTask task = restarted(FIRST);
    take(task, configured());
    take(task, came("m-1"));
    take(task, decided(SampleDecisions.farm(turn(), 1)));
    ActionId out = actions.getLast().action();
    int before = journal.size();

    task = restarted(NO_FARM);
    take(task, done(out, Json.NODES.objectNode()));

    assertThat(kinds().subList(before, journal.size()))
        .containsExactly("snapshot", "catalogue-lost", "snapshot", "action-done");
    assertThat(journal.subList(before, journal.size()))
        .anySatisfy(entry ->
            assertThat(new String(Objects.requireNonNull(entry.value()), StandardCharsets.UTF_8))
                .contains("CANCELLED")
                .contains("an update of the game took the tool farm away"));
    assertThat(verify(releases).findings()).isEmpty();
  }

  @Test
  void whatIsOpenInAWorldThatIsRetiredEndsAsCancelled() {
    AgentTask task = restarted(FIRST);
    take(task, configured());
    take(task, came("m-1"));
    take(task, came("m-2"));
    Turn asked = turn();
    int before = journal.size();

    Worlds gone = new HeldWorlds(() -> held, Map.of(FIRST.name(), "kim"), () -> {});
    Releases without = Releases.of(LoopPolicy.DEFAULT, gone);
    task = task(without, new Alarms());
    task.align(agent("ada"), Samples.START);
    assertThat(task.commit()).isNull();
    task.align(agent("ada"), Samples.START);
    assertThat(task.commit()).isNull();
    assertThat(kinds().subList(before, journal.size()))
        .containsExactly("snapshot", "world-retired", "snapshot");
    assertThat(
            new String(
                Objects.requireNonNull(journal.get(before + 1).value()), StandardCharsets.UTF_8))
        .contains("CANCELLED")
        .contains("the world was retired by kim")
        .contains("WORLD_RETIRED");

    int turnsBefore = turns.size();
    take(task, decided(SampleDecisions.farm(asked, 1)));
    assertThat(turns).as("nothing goes on").hasSize(turnsBefore);
    assertThat(actions).isEmpty();
    assertThat(verify(without).findings()).isEmpty();
    assertThat(verify(without).refolded()).isEqualTo(journal.size());
  }

  /// Another process began the run with what this one has not read yet, and then went away.
  @Test
  void aDeclarationThatWasNotReadYetIsWaitedFor() {
    AgentTask task = restarted(FIRST);
    take(task, configured());
    held = List.of(SECOND, FIRST);
    take(task, came("m-1"));
    int before = journal.size();
    assertThat(turn().catalogue()).isEqualTo(SECOND.hash());

    held = List.of(FIRST);
    AtomicInteger asked = new AtomicInteger();
    Worlds late =
        new HeldWorlds(
            () -> held,
            Map.of(),
            () -> {
              asked.incrementAndGet();
              held = List.of(SECOND, FIRST);
            });
    task = task(Releases.of(LoopPolicy.DEFAULT, late), new Alarms());
    take(task, decided(SampleDecisions.farm(turn(), 1)));

    assertThat(asked).hasValue(1);
    assertThat(kinds().subList(before, journal.size())).containsExactly("decision-made");
    assertThat(actions.getLast().catalogue()).isEqualTo(SECOND.hash());
  }

  /// An agent whose world is taken away altogether has the loop's own tools.
  @Test
  void whereTheWorldIsGoneTheLoopsOwnToolsAreLeft() {
    AgentTask task = restarted(FIRST);
    take(task, configured());
    take(task, came("m-1"));

    task = restarted();
    take(task, decided(SampleDecisions.farm(turn(), 1)));

    assertThat(turn().catalogue()).isNull();
    assertThat(tools(turn())).doesNotContain("farm").contains("finish");
    assertThat(verify(releases).findings()).isEmpty();
  }

  @Test
  void twoThatDeclareTheSameAreOne() {
    assertThat(Catalogue.of(new Other(OLD_TOOLS))).isEqualTo(FIRST);
    assertThat(List.of(FIRST, SECOND, NO_FARM)).doesNotHaveDuplicates();
    assertThat(SECOND.tools().specs()).extracting(ToolSpec::name).endsWith("fish");
  }
}
