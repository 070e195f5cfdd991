package dev.playloop.reasoner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.reasoner.route.Turns;
import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Route.Prices;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.model.Dispatch;
import dev.playloop.worlds.model.LoopTool;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Between model and fold a call through the one tool becomes one of the tool that it means.
final class DispatchedCallsTest {
  @Describe("Work.")
  @Traits(effect = Effect.WRITE)
  record DoWork(@Describe("the job") String job) implements Tool {}

  @Describe("Look around.")
  @Traits(effect = Effect.READ)
  record LookAround(@Describe("how far") int steps) implements Tool {}

  private static final ToolCatalogue TOOLS = ToolCatalogue.ofSealed(DoWork.class);
  private static final ToolCatalogue LOOKS = ToolCatalogue.ofSealed(LookAround.class);

  private final ToolCalls calls = new ToolCalls(Worlds.of(new Town()));

  @Test
  void aCallIsReadAsTheToolThatItMeansAndKeptAsItCame() {
    String arguments = "{\"actionType\":\"do_work\",\"job\":\"miner\"}";

    ToolCall call = check(Dispatch.EXECUTE, arguments);

    assertThat(call)
        .isEqualTo(
            new ToolCall(
                    "c",
                    Dispatch.EXECUTE,
                    arguments,
                    new ToolCall.Valid(Json.tree("{\"job\":\"miner\"}")))
                .meaning("do_work"));
    assertThat(check(Dispatch.SIMULATE, arguments).simulate()).isTrue();
    assertThat(Json.read(Json.text(call), ToolCall.class)).isEqualTo(call);
  }

  @Test
  void aToolThatTheModelDoesNotSeeIsNoneAndItIsToldHowToCallIt() {
    assertThat(check("do_work", "{\"job\":\"miner\"}").check())
        .isInstanceOfSatisfying(
            ToolCall.Invalid.class,
            invalid ->
                assertThat(invalid.nearest()).isEqualTo("execute_action with actionType do_work"));
    assertThat(check("execute_acton", "{}").check())
        .isInstanceOfSatisfying(
            ToolCall.Invalid.class,
            invalid -> assertThat(invalid.nearest()).isEqualTo(Dispatch.EXECUTE));
  }

  @Test
  void aToolBesideTheOneIsCalledByItsName() {
    assertThat(check("look_around", "{\"steps\":2}"))
        .isEqualTo(
            new ToolCall(
                "c",
                "look_around",
                "{\"steps\":2}",
                new ToolCall.Valid(Json.tree("{\"steps\":2}"))));
    assertThat(check("look_arond", "{}").check())
        .isInstanceOfSatisfying(
            ToolCall.Invalid.class,
            invalid -> assertThat(invalid.nearest()).isEqualTo("look_around"));
  }

  @Test
  void textThatIsNoJsonIsTaughtAsForAnyTool() {
    ToolCall.Invalid invalid = (ToolCall.Invalid) check(Dispatch.EXECUTE, "Sure!").check();

    assertThat(invalid.field()).isEqualTo("arguments");
  }

  @Test
  void theLoopsOwnToolsAreCalledAsBefore() {
    assertThat(check("observe", "{}"))
        .isEqualTo(new ToolCall("c", "observe", "{}", new ToolCall.Valid(Json.tree("{}"))));
  }

  private ToolCall check(String name, String arguments) {
    List<ToolDeclaration> offered = new ArrayList<>(Dispatch.of(TOOLS).declarations(TOOLS.specs()));
    LOOKS.specs().forEach(tool -> offered.add(tool.declaration()));
    LoopTool.CATALOGUE.specs().forEach(tool -> offered.add(tool.declaration()));
    Turn turn =
        Turns.turn(
            new Turn.Body(offered, List.of(Message.User.text("x"))),
            BigDecimal.ONE,
            Instant.MAX,
            0,
            Turns.candidate("a", new Prices(BigDecimal.ONE, BigDecimal.ONE, BigDecimal.ONE), 100));
    return ToolCalls.check(turn, calls.named(turn), List.of(new RawCall("c", name, arguments)))
        .getFirst();
  }

  private static final class Town implements World, Perspective {
    @Override
    public String name() {
      return "society";
    }

    @Override
    public ToolCatalogue dispatched() {
      return TOOLS;
    }

    @Override
    public ToolCatalogue tools() {
      return TOOLS.and(LOOKS);
    }

    @Override
    public Perspective perspective() {
      return this;
    }

    @Override
    public SceneId homeScene(String actor) {
      return new SceneId(actor);
    }

    @Override
    public Sight see(Scene scene, String actor) {
      return new Sight(Json.NODES.objectNode(), "", 0);
    }
  }
}
