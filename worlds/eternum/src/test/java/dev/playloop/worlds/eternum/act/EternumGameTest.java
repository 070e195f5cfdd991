package dev.playloop.worlds.eternum.act;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.backend.ChainOutcome;
import dev.playloop.worlds.chain.lane.ChainGame.CallPlan;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.eternum.calldata.ActionCalls;
import dev.playloop.worlds.eternum.calldata.ActionSamples;
import dev.playloop.worlds.eternum.index.IndexedGame;
import dev.playloop.worlds.eternum.index.ScriptedChain;
import dev.playloop.worlds.eternum.index.TestRecord;
import dev.playloop.worlds.eternum.model.ActionGuide;
import dev.playloop.worlds.eternum.model.EternumRead;
import dev.playloop.worlds.eternum.model.EternumTool;
import dev.playloop.worlds.eternum.model.EternumWorld;
import dev.playloop.worlds.eternum.model.EternumWrite;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.WorldUnavailable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/// The game as the lanes of a chain see it.
class EternumGameTest {
  private final List<String> observed = new ArrayList<>();
  private Observing observing =
      (asked, account) -> {
        observed.add(account.hex());
        return Json.NODES.objectNode().put("block", 7);
      };
  private final EternumGame game =
      new EternumGame(
          ActionSamples.S2,
          new GameRecords(ScriptedChain.WORLD, "s2"),
          new ActionGuide(new EternumWorld()),
          (asked, account) -> observing.observe(asked, account));

  static Stream<String> actions() {
    return ActionSamples.ALL.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("actions")
  void anActionIsTheCallsOfOneTransaction(String tool) {
    EternumWrite write = ActionSamples.parse(tool, ActionSamples.of(tool));
    List<ContractCall> calls = new ActionCalls(ActionSamples.S2).of(write, ActionSamples.ACCOUNT);

    assertThat(game.plan(write, ActionSamples.ACCOUNT)).isEqualTo(new CallPlan.Calls(calls));
    assertThat(calls).isNotEmpty();
  }

  @Test
  void thereAre35() {
    assertThat(actions()).hasSize(35);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          accept_order | {'takerId':0,'tradeId':1,'takerBuysCount':1} | takerId
          explore | {'explorerId':1,'directions':['East','East']} | directions
          buy_resources | {'bankEntityId':1,'entityId':2,'resourceType':'Lords','amount':'1'} | resourceType
          remove_liquidity | {'bankEntityId':1,'entityId':2,'resourceType':'Wood','shares':'000'} | shares
          """)
  void argumentsThatCanNotBeRightAreRefusedByTheirFieldAndMayBeMended(
      String tool, String args, String field) {
    assertThat(game.plan(ActionSamples.parse(tool, args.replace('\'', '"')), ActionSamples.ACCOUNT))
        .isInstanceOfSatisfying(
            CallPlan.Refusal.class,
            refusal -> {
              assertThat(refusal.error().code()).isEqualTo("invalid_arguments");
              assertThat(refusal.error().field()).isEqualTo(field);
              assertThat(refusal.error().message())
                  .startsWith(field + ": expected ")
                  .contains(", got ");
              assertThat(refusal.error().retriable()).isTrue();
            });
  }

  @Test
  void aReadIsNoTransactionAndAWriteNoLook() {
    EternumTool read = new EternumRead.ListActions(null, null);
    assertThatThrownBy(() -> game.plan(read, ActionSamples.ACCOUNT))
        .isInstanceOf(IllegalArgumentException.class);
    EternumWrite write = ActionSamples.parse("leave_guild", "{}");
    assertThatThrownBy(() -> game.look(call(write))).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whoRaisesAnExplorerOrMakesAnOrderIsToldItsId() {
    ChainEvent explorer = IndexedGame.explorer(100_010, 11, 1, 1).set();
    ChainEvent trade = TestRecord.of("Trade", IndexedGame.GAME, 51).set();

    assertThat(told("create_explorer", explorer, trade).toString())
        .isEqualTo("{\"explorerId\":100010}");
    assertThat(told("create_order", explorer, trade).toString()).isEqualTo("{\"tradeId\":51}");
    assertThat(told("add_to_explorer", explorer, trade)).isEmpty();
    assertThat(told("create_explorer", trade)).isEmpty();
    assertThat(told("create_explorer")).isEmpty();
  }

  @Test
  void idsOfForeignContractsAreNotTold() {
    ChainEvent own = IndexedGame.explorer(100_010, 11, 1, 1).set();

    assertThat(told("create_explorer", new ChainEvent(Felt.of(0x66), own.keys(), own.data())))
        .isEmpty();
  }

  @Test
  void whoeverFightsIsToldHowItEndedAndWhoeverSimulatesItHowItWould() {
    ChainEvent battle =
        TestRecord.of("BattleEvent", IndexedGame.GAME, 950)
            .with("attacker_id", 21)
            .with("defender_id", 41)
            .with("winner_id", 41)
            .with("attacker_loss", 160_000_000_000L)
            .with("defender_loss", 100_000_000_000L)
            .set();
    String words =
        "{\"attackerId\":21,\"defenderId\":41,\"attackerLost\":\"160\",\"defenderLost\":\"100\","
            + "\"winnerId\":41}";

    assertThat(told("attack_guard", battle).path("battle").toString()).isEqualTo(words);
    assertThat(foretold("attack_guard", battle).path("battle").toString()).isEqualTo(words);
    assertThat(foretold("attack_guard")).isEmpty();
  }

  @Test
  void whatIsSimulatedMakesNothingThatHasAnId() {
    assertThat(foretold("create_explorer", IndexedGame.explorer(100_010, 11, 1, 1).set()))
        .isEmpty();
  }

  private ObjectNode told(String tool, ChainEvent... events) {
    ObjectNode output = Json.NODES.objectNode();
    ChainOutcome outcome = new ChainOutcome("0x1", false, BigInteger.ONE, null, List.of(events));
    game.tell(ActionSamples.parse(tool, ActionSamples.of(tool)), outcome, output);
    return output;
  }

  private ObjectNode foretold(String tool, ChainEvent... events) {
    ObjectNode output = Json.NODES.objectNode();
    game.foretell(ActionSamples.parse(tool, ActionSamples.of(tool)), List.of(events), output);
    return output;
  }

  @Test
  void actionsAreListedAndOneThatIsNoneTeachesTheNearest() throws InterruptedException {
    ActionResult all = game.look(call(new EternumRead.ListActions(null, null)));
    assertThat(all.status()).isEqualTo(Status.DONE);
    assertThat(String.valueOf(all.output())).contains("create_explorer", "Combat");

    ActionResult none = game.look(call(new EternumRead.ListActions("create_army", null)));
    assertThat(none.status()).isEqualTo(Status.REFUSED);
    assertThat(Objects.requireNonNull(none.error()).field()).isEqualTo("actionType");
    assertThat(none.error().message()).contains("expected one of", "got create_army");
  }

  @Test
  void anObservationIsMadeForTheActorsAccount() throws InterruptedException {
    ActionResult seen = game.look(call(observe()));

    assertThat(seen.status()).isEqualTo(Status.DONE);
    assertThat(String.valueOf(seen.output())).isEqualTo("{\"block\":7}");
    assertThat(observed).containsExactly("0xacc");
    assertThat(game.look(call(observe(), "the king")).status()).isEqualTo(Status.REFUSED);
  }

  @Test
  void whatIsNotThereIsARefusalAndAnIndexThatIsAwayAnOutage() throws InterruptedException {
    observing =
        (asked, account) -> {
          throw new InvalidValueException("structureId", "one that exists", "an id");
        };
    ActionResult refused = game.look(call(observe()));
    assertThat(refused.status()).isEqualTo(Status.REFUSED);
    assertThat(Objects.requireNonNull(refused.error()).field()).isEqualTo("structureId");

    observing =
        (asked, account) -> {
          throw new WorldUnavailable("the index is away");
        };
    assertThatThrownBy(() -> game.look(call(observe()))).isInstanceOf(WorldUnavailable.class);
  }

  private static EternumRead.ObserveGame observe() {
    return (EternumRead.ObserveGame)
        Objects.requireNonNull(new EternumWorld().tools().find("observe_game"))
            .parse(Json.NODES.objectNode());
  }

  private static Call<EternumTool> call(EternumTool tool) {
    return call(tool, "0xacc");
  }

  private static Call<EternumTool> call(EternumTool tool, String actor) {
    AgentId agent = AgentId.of("eternum", "ada");
    ActionId id = ActionId.of(RunId.of(agent, "m-1").turn(1), 1);
    Action action = Action.of(id, agent, actor, "observe_game", Json.NODES.objectNode());
    return new Call<>(action, Effect.READ, tool, null);
  }
}
