package dev.playloop.worlds.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.AgentConfig.Boundary;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.tool.Traits;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A world of which a model sees some tools as one, and the others beside it.
class CatalogueTest {
  @Describe("Raise an army.")
  @Traits(effect = Effect.WRITE)
  record RaiseArmy(@Describe("how many") int count) implements Tool {}

  @Describe("Look at a map.")
  @Traits(effect = Effect.READ)
  record LookAtMap(@Describe("where") String place) implements Tool {}

  @Describe("Not to be told apart.")
  @Traits(effect = Effect.READ)
  record SimulateAction() implements Tool {}

  private static final ToolSpec<?> RAISE = ToolSpec.of(RaiseArmy.class);
  private static final ToolSpec<?> LOOK = ToolSpec.of(LookAtMap.class);
  private static final ToolCatalogue WRITES = ToolCatalogue.of(List.of(RAISE));
  private static final ToolCatalogue BOTH = ToolCatalogue.of(List.of(RAISE, LOOK));
  private static final Boundary ALL = new Boundary(List.of("*"));

  private record Realm(ToolCatalogue tools, ToolCatalogue dispatched) implements World {
    @Override
    public String name() {
      return "realm";
    }

    @Override
    public Perspective perspective() {
      return Perspective.blind();
    }
  }

  private final Catalogue catalogue = Catalogue.of(new Realm(BOTH, WRITES));

  @Test
  void theOthersAreSeenBesideTheOneByTheirOwnNames() {
    assertThat(catalogue.declarations(ALL))
        .extracting(ToolDeclaration::name)
        .startsWith("execute_action", "simulate_action", "look_at_map", "plan");
    assertThat(catalogue.declarations(ALL).getFirst().parameters().text())
        .contains("raise_army")
        .doesNotContain("look_at_map");
    assertThat(catalogue.named().find("look_at_map")).isNotNull();
    assertThat(catalogue.named().find("raise_army")).isNull();
    assertThat(catalogue.find("raise_army")).isNotNull();
  }

  @Test
  void withoutAnyAllowedActionThereIsNoOne() {
    assertThat(catalogue.declarations(new Boundary(List.of("look_at_map"))))
        .extracting(ToolDeclaration::name)
        .startsWith("look_at_map", "plan");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          look_at_mapp     | -           | look_at_map
          raise_armi       | -           | execute_action with actionType raise_army
          raise_army       | -           | execute_action with actionType raise_army
          exekute_action   | -           | execute_action
          plam             | -           | plan
          zzzzzzzzzzzzzzzz | -           | -
          execute_action   | raise_armie | raise_army
          """)
  void whatIsNearIsToldAsItIsCalled(String name, @Nullable String tool, @Nullable String nearest) {
    ToolCall call = new ToolCall("c", name, "{}", ToolSpec.object("{}"));

    assertThat(catalogue.nearest(ALL, tool == null ? call : call.meaning(tool))).isEqualTo(nearest);
    if (tool == null) {
      assertThat(catalogue.nearest(catalogue.declarations(ALL), name)).isEqualTo(nearest);
    }
  }

  @Test
  void whatIsNotOfferedIsNoSuggestion() {
    Boundary looks = new Boundary(List.of("look_at_map"));
    ToolCall call = new ToolCall("c", "raise_army", "{}", ToolSpec.object("{}"));

    assertThat(catalogue.nearest(looks, call)).isNull();
    assertThat(catalogue.nearest(catalogue.declarations(looks), "raise_army")).isNull();
  }

  @Test
  void whichToolsAreSeenAsOneIsPartOfWhatAWorldDeclares() {
    assertThat(List.of(ToolCatalogue.EMPTY, WRITES, BOTH))
        .extracting(dispatched -> Catalogue.of(new Realm(BOTH, dispatched)).hash())
        .doesNotHaveDuplicates();
  }

  @Test
  void oneStandsForTheWorldsOwnToolsAlone() {
    assertThatThrownBy(() -> Catalogue.of(new Realm(WRITES, BOTH)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("world realm lets one tool stand for look_at_map, which is none of its tools");
    ToolCatalogue clash = ToolCatalogue.of(List.of(RAISE, ToolSpec.of(SimulateAction.class)));
    assertThatThrownBy(() -> Catalogue.of(new Realm(clash, WRITES)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a tool must not be named simulate_action");
  }
}
