package dev.playloop.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.loop.LoopPolicy;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
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
  private static final AgentId ADA = AgentId.of("town", "ada");

  @Test
  void aWorldThatIsAddedLeavesTheJournalsOfOthersAsTheyAre() {
    FoldRelease alone = Releases.of(LoopPolicy.DEFAULT, List.of(TOWN)).of(ADA);
    Releases both = Releases.of(LoopPolicy.DEFAULT, List.of(CITY, TOWN));

    assertThat(both.of(ADA)).isEqualTo(alone);
    assertThat(both.of("city")).isNotEqualTo(alone);
    assertThat(both.of("nowhere")).isNotIn(alone, both.of("city"));
  }

  @Test
  void otherToolsOrAnotherWayOfWorkingMakeAnotherRelease() {
    FoldRelease town = Releases.of(LoopPolicy.DEFAULT, List.of(TOWN)).of(ADA);
    World rebuilt = new Place("town", CITY.tools(), null);
    World busy = new Place("town", TOWN.tools(), "town.day");

    assertThat(Releases.of(LoopPolicy.DEFAULT, List.of(rebuilt)).of(ADA)).isNotEqualTo(town);
    assertThat(Releases.of(LoopPolicy.DEFAULT, List.of(busy)).of(ADA)).isNotEqualTo(town);
  }
}
