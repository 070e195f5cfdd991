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
  private static final Dispatch ONE = Dispatch.of(TestWorld.DISPATCHING.tools());

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
        .startsWith("execute_action", "simulate_action", "plan")
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
  void aCallThatNamesNoActionIsTaughtWhich() {
    inDispatchingWorld(c -> c)
        .given(message("t1", "bob"))
        .when(calls(through(Dispatch.EXECUTE, "{\"actionType\":\"buy_itm\"}")))
        .then("turn t1#2")
        .thenPrompt("actionType: expected one of buy_item, do_work", "did you mean 'buy_item'?");
  }
}
