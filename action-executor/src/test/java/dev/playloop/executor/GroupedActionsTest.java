package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Telemetry;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldActions.Safety;
import dev.playloop.worlds.model.WorldBinding;
import dev.playloop.worlds.model.Worlds;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Which executor performs an action says the declaration that the action names, not the one that
/// is in force.
class GroupedActionsTest {
  private static final FakeWorld TOOLS = new FakeWorld(Safety.LEDGER);

  private record Grouped(@Nullable String ownGroup) implements World {
    @Override
    public String name() {
      return FakeWorld.NAME;
    }

    @Override
    public ToolCatalogue tools() {
      return TOOLS.tools();
    }

    @Override
    public Perspective perspective() {
      return Perspective.blind();
    }
  }

  private static final Catalogue SHARED = Catalogue.of(new Grouped(null));
  private static final Catalogue HEAVY = Catalogue.of(new Grouped("heavy"));

  private final Bench bench = new Bench(Safety.LEDGER);
  private List<Catalogue> held = List.of(HEAVY, SHARED);
  private List<Catalogue> written = held;

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

        @Override
        public boolean catchUp(String world) {
          held = written;
          return true;
        }
      };

  @Test
  void whatWasReleasedBeforeTheChangeIsPerformedWhereItLies() throws InterruptedException {
    assertThat(by(WorldDeclaration.SHARED, SHARED).status()).isEqualTo(Status.DONE);
    assertThat(bench.world.effects).hasSize(1);
  }

  @Test
  void theExecutorsOfTheGroupDoWhatIsReleasedLater() throws InterruptedException {
    assertThat(by("heavy", HEAVY).status()).isEqualTo(Status.DONE);
    assertThat(bench.world.effects).hasSize(1);
  }

  @Test
  void nobodyElseDoesIt() throws InterruptedException {
    assertThat(by(WorldDeclaration.SHARED, HEAVY).status()).isEqualTo(Status.REFUSED);
    assertThat(by("heavy", SHARED).status()).isEqualTo(Status.REFUSED);
    assertThat(bench.world.effects).isEmpty();
  }

  /// The loop may have read a declaration sooner than an executor.
  @Test
  void aChangeThatWasNotReadYetIsLookedFor() throws InterruptedException {
    held = List.of(SHARED);
    assertThat(by("heavy", HEAVY).status()).isEqualTo(Status.DONE);
  }

  private ActionResult by(String group, Catalogue declared) throws InterruptedException {
    bench.handler =
        new ActionHandler<>(
            new WorldBinding<>(group, worlds, bench.world),
            Bench.TOPICS,
            ExecutorSettings.standard().withClock(bench.clock),
            (partition, each) -> {
              bench.ledger.forEach(each);
              return new LedgerLog.Found(0, true);
            },
            new ToolSpans(Telemetry.off()));
    bench.handler.partitions().gained(Bench.PARTITION);
    Action action = Bench.strike(1).catalogue(declared.hash());
    return bench.handle(action);
  }
}
