package dev.playloop.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.LaneBy;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReleasesTest {
  sealed interface TownTool extends Tool {
    @Describe("Look.")
    @Traits(effect = Effect.READ)
    record Look() implements TownTool {}
  }

  sealed interface CityTool extends Tool {
    @Describe("Listen.")
    @Traits(effect = Effect.READ)
    record Listen() implements CityTool {}
  }

  private record Place(String name, ToolCatalogue tools, @Nullable String iterationKind)
      implements World {
    @Override
    public Perspective perspective() {
      throw new AssertionError("no part of a release");
    }
  }

  private static final World TOWN = new Place("town", ToolCatalogue.ofSealed(TownTool.class), null);
  private static final World CITY = new Place("city", ToolCatalogue.ofSealed(CityTool.class), null);

  /// Of the town.
  private static FoldRelease of(Worlds worlds) {
    return Releases.of(LoopPolicy.DEFAULT, worlds).current("town").release();
  }

  @Test
  void aWorldThatIsAddedLeavesTheJournalsOfOthersAsTheyAre() {
    FoldRelease alone = of(Worlds.of(TOWN));
    Releases both = Releases.of(LoopPolicy.DEFAULT, Worlds.of(CITY, TOWN));
    FoldRelease city = both.current("city").release();

    assertThat(both.current("town").release()).isEqualTo(alone);
    assertThat(city).isNotEqualTo(alone);
    assertThat(both.current("nowhere").release()).isNotIn(alone, city);
  }

  @Test
  void otherToolsOrAnotherWayOfWorkingMakeAnotherRelease() {
    FoldRelease town = of(Worlds.of(TOWN));
    World rebuilt = new Place("town", CITY.tools(), null);
    World busy = new Place("town", TOWN.tools(), "town.day");

    assertThat(of(Worlds.of(rebuilt))).isNotEqualTo(town);
    assertThat(of(Worlds.of(busy))).isNotEqualTo(town);
  }

  /// The same tool in other ways: what it declares beside its schema.
  sealed interface Shared extends Tool {
    @Describe("Take.")
    @Traits(effect = Effect.WRITE, laneBy = LaneBy.WORLD, lane = "one")
    record Take() implements Shared {}
  }

  sealed interface Ending extends Tool {
    @Describe("Take.")
    @Traits(effect = Effect.WRITE, endsRun = true)
    record Take() implements Ending {}
  }

  sealed interface Plain extends Tool {
    @Describe("Take.")
    @Traits(effect = Effect.WRITE)
    record Take() implements Plain {}
  }

  private static FoldRelease with(Class<? extends Tool> tools) {
    return of(Worlds.of(new Place("town", ToolCatalogue.ofSealed(tools), null)));
  }

  @Test
  void whatAToolDeclaresChangesTheRelease() {
    assertThat(List.of(with(Shared.class), with(Ending.class), with(Plain.class)))
        .doesNotHaveDuplicates();
  }

  /// A town that keeps a tool to itself.
  private record Keeping(World town) implements World {
    @Override
    public String name() {
      return town.name();
    }

    @Override
    public ToolCatalogue tools() {
      return town.tools();
    }

    @Override
    public ToolCatalogue internal() {
      return ToolCatalogue.ofSealed(Plain.class);
    }

    @Override
    public Perspective perspective() {
      return town.perspective();
    }
  }

  @Test
  void anInternalToolChangesTheRelease() {
    assertThat(of(Worlds.of(new Keeping(TOWN)))).isNotEqualTo(of(Worlds.of(TOWN)));
  }
}
