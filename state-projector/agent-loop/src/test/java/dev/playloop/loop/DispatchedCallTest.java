package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.Scenario.inDispatchingWorld;
import static dev.playloop.loop.WorldSays.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.Dispatch;
import java.util.List;
import org.junit.jupiter.api.Test;

/// In a world whose tools are seen as one, limits, approvals and teaching are of the tools all the
/// same.
class DispatchedCallTest {
  private static final Dispatch ONE = Dispatch.of(TestWorld.DISPATCHING.dispatched());

  /// As the reasoner reads it.
  private static ToolCall through(String tool, String args) {
    ToolCall call = new ToolCall("c" + args.hashCode(), tool, args, ToolSpec.object(args));
    return ONE.read(call, List.of("buy_item", "do_work"));
  }

  private static final ToolCall BUY =
      through(Dispatch.EXECUTE, "{\"actionType\":\"buy_item\",\"item\":\"food\",\"quantity\":1}");

  @Test
  void theModelIsOfferedOneToolBesideTheLoopsOwn() {
    Scenario s = inDispatchingWorld(c -> c).given(message("t1", "bob"));

    assertThat(s.body().tools())
        .extracting(ToolDeclaration::name)
        .startsWith("execute_action", "simulate_action", "get_stats", "get_market", "plan")
        .doesNotContain("buy_item");
  }

  @Test
  void aCallIsReleasedAsTheToolThatItMeans() {
    inDispatchingWorld(c -> c)
        .given(message("t1", "bob"))
        .when(calls(BUY))
        .then("release buy_item t1#1.1")
        .when(done("t1#1.1"))
        .then("turn t1#2")
        .thenAnswers("buy_item:done");
  }

  @Test
  void aSimulationIsOneOfTheToolThatItMeans() {
    inDispatchingWorld(c -> c)
        .given(message("t1", "bob"))
        .when(calls(through(Dispatch.SIMULATE, "{\"actionType\":\"do_work\",\"job\":\"miner\"}")))
        .then("simulate do_work t1#1.1");
  }

  @Test
  void boundariesAndApprovalsAreTheToolsOwn() {
    inDispatchingWorld(Configs.approvals("buy_item"))
        .given(message("t1", "bob"))
        .when(calls(BUY))
        .then()
        .thenEvents("ApprovalAsked");
    inDispatchingWorld(Configs.tools("do_work"))
        .given(message("t1", "bob"))
        .when(calls(BUY))
        .then("turn t1#2")
        .thenPrompt("buy_item is not allowed");
  }

  @Test
  void aToolBesideTheOneIsCalledByItsName() {
    inDispatchingWorld(c -> c)
        .given(message("t1", "bob"))
        .when(calls(new ToolCall("c", "get_stats", "{}", ToolSpec.object("{}"))))
        .then("release get_stats t1#1.1");
  }

  @Test
  void whatIsNotAllowedIsTaughtByWhatIsHoweverItIsCalled() {
    ToolCall through =
        through(Dispatch.EXECUTE, "{\"actionType\":\"buy_item\",\"item\":\"a\",\"quantity\":1}");
    inDispatchingWorld(Configs.tools("buy_items", "do_work"))
        .given(message("t1", "bob"))
        .when(calls(through))
        .then("turn t1#2")
        .thenPrompt("buy_item is not allowed", "use one of the tools you were given");
    ToolCall.Invalid unknown = new ToolCall.Invalid("tool", "one of them", "'get_stat'", null);
    inDispatchingWorld(c -> c)
        .given(message("t1", "bob"))
        .when(calls(new ToolCall("c", "get_stat", "{}", unknown)))
        .then("turn t1#2")
        .thenPrompt("there is no tool named get_stat; did you mean get_stats?");
    inDispatchingWorld(c -> c)
        .given(message("t1", "bob"))
        .when(calls(new ToolCall("c", "buy_itm", "{}", unknown)))
        .then("turn t1#2")
        .thenPrompt("did you mean execute_action with actionType buy_item?");
  }

  @Test
  void aCallThatNamesNoActionIsTaughtWhich() {
    inDispatchingWorld(c -> c)
        .given(message("t1", "bob"))
        .when(calls(through(Dispatch.EXECUTE, "{\"actionType\":\"buy_itm\"}")))
        .then("turn t1#2")
        .thenPrompt("actionType: expected one of buy_item, do_work", "did you mean 'buy_item'?");
  }
}
