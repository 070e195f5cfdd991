package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Arrives.newTrigger;
import static dev.playloop.loop.Arrives.trigger;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.says;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.WorldSays.done;
import static dev.playloop.loop.WorldSays.failed;
import static dev.playloop.loop.WorldSays.refused;
import static dev.playloop.loop.WorldSays.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.EndedActions;
import dev.playloop.loop.state.StateJson;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What is written of an agent on every input: bounded, and no larger in a late turn than in an
/// early one.
class StateSizeTest {
  @Test
  void stateDoesNotGrowWithTheTurnsOfARun() {
    Scenario s = ada(Configs.limits(80, null, null)).given(message("t1", "bob"));
    int third = 0;
    for (int turn = 1; turn <= 50; turn++) {
      String id = "t1#" + turn;
      s.given(calls(call("get_stats", "{}"), work("mine")), done(id + ".1"));
      s.given(turn % 2 == 0 ? done(id + ".2") : failed(id + ".2", "tired"));
      third = turn == 3 ? size(s) : third;
    }
    assertThat(s.state().messages()).isGreaterThan(150);
    assertThat(size(s) - third).as("bytes more at turn 50 than at turn 3").isLessThan(300);
  }

  /// Of calls that came to nothing the last are known, however many others there were.
  @Test
  void refusedCallsAreCountedWithinABound() {
    Scenario s = ada(Configs.limits(80, null, null)).given(message("t1", "bob"));
    for (int turn = 1; turn <= 50; turn++) {
      s.given(calls(work("mine" + turn)), refused("t1#" + turn + ".1", "tired"));
    }
    assertThat(Objects.requireNonNull(s.state().run()).strikes()).hasSize(16);
  }

  @Test
  void busiestStateStaysBelowItsBound() {
    String long16k = "ü".repeat(15_900);
    Scenario s = ada().given(message("t1", "bob"));
    for (int i = 0; i < 40; i++) {
      Trigger t = newTrigger("e" + i, "battle.started", null);
      s.given(trigger(Trigger.of("e" + i, t.agent(), t.kind()).text(long16k)));
    }
    String fact = "v".repeat(500);
    s.given(calls(call("remember", "{\"key\":\"k1\",\"value\":\"" + fact + "\"}")));
    s.given(calls(writes()), unknown("t1#2.1"));
    assertThat(size(s)).isBetween(60_000, 128 * 1024); // and a config twice fits below 256 KiB
  }

  /// A usual rule, and the words of two people.
  @Test
  void anOpenQuestionGrowsTheStateByAKilobyteAtMost() {
    ApprovalRule three = Rules.treasurer("buy_item").with().people(3).build();
    Scenario s = ada(Configs.rules(three)).given(ApprovalAttackTest.sees(5), message("t1", "bob"));
    s.given(calls(work("mine")));
    int before = size(s);
    Scenario asked =
        ada(Configs.rules(three))
            .given(ApprovalAttackTest.sees(5), message("t1", "bob"))
            .given(calls(ModelSays.buy("food")));
    asked.given(PeopleSay.approve("t1#1.1", Rules.ANNA), PeopleSay.approve("t1#1.1", Rules.BEN));
    assertThat(size(asked) - before).isBetween(300, 1_024);
  }

  @Test
  void busiestStateOfTwoRunsStaysBelowItsBound() {
    ApprovalRule rule = Rules.previewed(Rules.treasurer("do_work"));
    ApprovalRule[] rules = {rule, Rules.named("other", Rules.treasurer("buy_item"))};
    Scenario s = ada(Configs.rules(rules)).given(message("t1", "bob"));
    for (int i = 0; i < 16; i++) {
      String pattern = "{\"item\":\"" + "p".repeat(900) + "\"}";
      s.given(PeopleSay.grant("g" + i, "other", pattern, 9, Rules.ANNA));
    }
    s.given(calls(call("remember", "{\"key\":\"k1\",\"value\":\"" + "v".repeat(500) + "\"}")));
    s.given(calls(writes()), refused("t1#2.401", "x".repeat(2_000)));
    String job = "ü".repeat(10_000);
    s.given(PeopleSay.edit("t1#2.1", "{\"job\":\"" + job + "\"}", Rules.CARL));
    for (int i = 0; i < 40; i++) {
      Trigger t = newTrigger("e" + i, "battle.started", null);
      s.given(trigger(Trigger.of("e" + i, t.agent(), t.kind()).text("ü".repeat(15_900))));
    }
    s.given(message("t2", "joe"));
    s.given(calls(call("press_button", "{\"button\":\"" + "b".repeat(20_000) + "\"}")));
    s.given(unknown("t2#1.1"));
    assertThat(s.state().parked()).isNotNull();
    assertThat(size(s)).isBetween(100_000, 192 * 1024); // and a config fits below 256 KiB
  }

  private static ToolCall[] writes() {
    return IntStream.range(0, 16)
        .mapToObj(i -> call("do_work", "{\"job\":\"" + "j".repeat(1_400) + "\"}"))
        .toArray(ToolCall[]::new);
  }

  @Test
  void hashOfTheStateCoversTheTranscript() {
    Scenario one = ada().given(message("t1", "bob"), calls(work("mine")), done("t1#1.1"));
    Scenario other = ada().given(message("t1", "bob"), calls(work("dig")), done("t1#1.1"));
    assertThat(hash(one.state())).isNotEqualTo(hash(other.state()));
    assertThat(hash(one.state()))
        .isEqualTo(hash(Json.read(Json.bytes(one.state()), AgentState.class)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"config", "memory", "queue", "run"})
  void everyTextOfAComponentCountsInTheHash(String component) {
    AgentState state =
        ada()
            .given(message("t1", "bob"), calls(work("mine")), done("t1#1.1"), says("Done."))
            .given(message("t2", "bob"), calls(work("mine")), message("t3", "bob"))
            .state();
    JsonNode json = Json.tree(Json.text(state));
    List<JsonPointer> texts = new ArrayList<>();
    texts(JsonPointer.valueOf("/" + component), json.path(component), texts);
    int changed = 0;
    for (JsonPointer text : texts) {
      JsonNode other = json.deepCopy();
      JsonNode parent = other.at(text.head());
      String value = other.at(text).stringValue() + "x";
      if (parent instanceof ObjectNode object) {
        object.put(text.last().getMatchingProperty(), value);
      } else if (parent instanceof ArrayNode list) {
        list.set(text.last().getMatchingIndex(), value);
      }
      AgentState read;
      try {
        read = Json.read(Json.bytes(other), AgentState.class);
      } catch (RuntimeException _) {
        continue; // an id or a constant, which takes no other text
      }
      changed++;
      assertThat(hash(read)).as(text.toString()).isNotEqualTo(hash(state));
    }
    assertThat(changed).isPositive();
  }

  private static void texts(JsonPointer at, JsonNode node, List<JsonPointer> to) {
    if (node.isString()) {
      to.add(at);
    }
    node.properties().forEach(each -> texts(at.appendProperty(each.getKey()), each.getValue(), to));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      texts(at.appendIndex(i), node.path(i), to);
    }
  }

  private static String hash(AgentState state) {
    return StateJson.of(state, StateJson.Parts.NONE).hash();
  }

  @Test
  void aComponentThatIsTheSameIsNotHashedAnewAndGivesTheSameHash() {
    AgentState state = ada().given(message("t1", "bob")).state();
    StateJson first = StateJson.of(state, StateJson.Parts.NONE);
    StateJson again = StateJson.of(state, first.parts());
    AgentState other = ada().given(message("t1", "bob"), calls(work("mine"))).state();

    assertThat(again.parts()).isEqualTo(first.parts());
    assertThat(again.parts().run()).isNotNull().isSameAs(first.parts().run());
    assertThat(again.hash()).isEqualTo(first.hash());
    assertThat(StateJson.of(other, first.parts()).hash())
        .isEqualTo(hash(other))
        .isNotEqualTo(first.hash());
  }

  @Test
  void actionsTakenReadBackAsTheyWere() {
    EndedActions taken = EndedActions.NONE;
    for (ActionResult.Status status : ActionResult.Status.values()) {
      taken = taken.and("tool-" + status, status).and("same", status);
    }
    assertThat(taken.list()).hasSize(2 * ActionResult.Status.values().length);
    assertThat(taken.list())
        .contains(
            new LoopEvent.ActionTaken("tool-UNKNOWN", ActionResult.Status.UNKNOWN),
            new LoopEvent.ActionTaken("same", ActionResult.Status.TIMED_OUT));
    assertThat(taken.tools()).hasSize(ActionResult.Status.values().length + 1);
  }

  private static int size(Scenario s) {
    return Json.bytes(s.state()).length;
  }
}
