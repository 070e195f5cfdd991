package dev.playloop.worlds.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.Traits;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Of one world two declarations are held, and each action is read by the one that it names.
class CallsTest {
  sealed interface Before extends Tool {
    @Describe("Dig.")
    @Traits(effect = Effect.READ)
    record Dig(@Describe("how deep") long depth) implements Before {}
  }

  sealed interface After extends Tool {
    @Describe("Dig.")
    @Traits(effect = Effect.WRITE)
    record Dig(@Describe("what with") String spade) implements After {}
  }

  private record Mine(String name, ToolCatalogue tools) implements World {
    @Override
    public Perspective perspective() {
      return Perspective.blind();
    }
  }

  private static final AgentId ADA = AgentId.of("mine", "ada");
  private static final Catalogue OLD =
      Catalogue.of(new Mine("mine", ToolCatalogue.ofSealed(Before.class)));
  private static final Catalogue NOW =
      Catalogue.of(new Mine("mine", ToolCatalogue.ofSealed(After.class)));
  private static final Catalogue ELSEWHERE =
      Catalogue.of(new Mine("quarry", ToolCatalogue.ofSealed(Before.class)));
  private static final Worlds WORLDS = () -> List.of(ELSEWHERE, NOW, OLD);

  private final Calls<Tool> calls = new Calls<>("mine", WORLDS, Tool.class);

  private static Action dig(@Nullable String catalogue, String args) {
    ActionId id = ActionId.of(RunId.of(ADA, "t1").turn(1), 1);
    return Action.of(id, ADA, "ada", "dig", Json.tree(args)).catalogue(catalogue);
  }

  @Test
  void anActionIsReadByTheDeclarationThatItNames() {
    Action old = dig(OLD.hash(), "{\"depth\":3}");
    Action now = dig(NOW.hash(), "{\"spade\":\"iron\"}");

    assertThat(calls.read(old))
        .isInstanceOfSatisfying(
            Call.class, call -> assertThat(call.tool()).isEqualTo(new Before.Dig(3)));
    assertThat(calls.effect(old)).isEqualTo(Effect.READ);
    assertThat(calls.read(now))
        .isInstanceOfSatisfying(
            Call.class, call -> assertThat(call.tool()).isEqualTo(new After.Dig("iron")));
    assertThat(calls.effect(now)).isEqualTo(Effect.WRITE);
  }

  /// Of another release than this one: what is in force here decides, by its own check.
  @Test
  void oneThatIsNotHeldOrNotNamedIsReadByTheOneInForce() {
    for (String unknown : new String[] {null, "0".repeat(64), ELSEWHERE.hash()}) {
      assertThat(calls.read(dig(unknown, "{\"spade\":\"iron\"}"))).isInstanceOf(Call.class);
      assertThat(calls.read(dig(unknown, "{\"depth\":3}"))).isInstanceOf(Asked.Nonsense.class);
    }
  }

  @Test
  void declarationsAreFoundByNameAndHash() {
    assertThat(WORLDS.current("mine")).isEqualTo(NOW);
    assertThat(WORLDS.find("mine", String.valueOf(OLD.hash()))).isEqualTo(OLD);
    assertThat(WORLDS.find("quarry", String.valueOf(OLD.hash()))).isNull();
    assertThat(WORLDS.names()).containsExactly("quarry", "mine");
    assertThat(WORLDS.current("nowhere")).isEqualTo(Catalogue.NONE);
    assertThat(WORLDS.meant("nowhere", OLD.hash())).isEqualTo(Catalogue.NONE);
  }

  @Test
  void twoWorldsOfOneNameAreRefused() {
    World one = new Mine("mine", ToolCatalogue.EMPTY);
    World other = new Mine("mine", ToolCatalogue.ofSealed(After.class));

    assertThatThrownBy(() -> Worlds.of(one, other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("two worlds are named mine");
  }
}
