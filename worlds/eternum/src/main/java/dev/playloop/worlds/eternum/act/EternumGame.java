package dev.playloop.worlds.eternum.act;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.backend.ChainOutcome;
import dev.playloop.worlds.chain.lane.ChainGame;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.eternum.calldata.ActionCalls;
import dev.playloop.worlds.eternum.calldata.GameDirectory;
import dev.playloop.worlds.eternum.model.ActionGuide;
import dev.playloop.worlds.eternum.model.EternumRead;
import dev.playloop.worlds.eternum.model.EternumTool;
import dev.playloop.worlds.eternum.model.EternumWrite;
import dev.playloop.worlds.eternum.model.TradeWrite;
import dev.playloop.worlds.eternum.model.TroopWrite;
import dev.playloop.worlds.model.Call;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Eternum as the lanes of a chain act in it. Thread-safe.
public final class EternumGame implements ChainGame<EternumTool> {
  private final ActionCalls calls;
  private final GameRecords records;
  private final ActionGuide guide;
  private final Observing observing;

  public EternumGame(
      GameDirectory directory, GameRecords records, ActionGuide guide, Observing observing) {
    this.calls = new ActionCalls(directory);
    this.records = records;
    this.guide = guide;
    this.observing = observing;
  }

  @Override
  public Class<EternumTool> type() {
    return EternumTool.class;
  }

  @Override
  public CallPlan plan(EternumTool tool, Felt account) {
    if (!(tool instanceof EternumWrite write)) {
      throw new IllegalArgumentException("a read: " + tool);
    }
    try {
      return new CallPlan.Calls(calls.of(write, account));
    } catch (InvalidValueException e) {
      return new CallPlan.Refusal(
          new ActionError("invalid_arguments", String.valueOf(e.getMessage()), e.field(), true));
    }
  }

  /// The ids of what it made, for calls to come, and how a battle ended.
  @Override
  public void tell(EternumTool tool, ChainOutcome outcome, ObjectNode output) {
    TransactionTale tale = new TransactionTale(records, outcome.events());
    battle(tale, output);
    switch (tool) {
      case TroopWrite.CreateExplorer _ -> one(output, "explorerId", tale.written("ExplorerTroops"));
      case TradeWrite.CreateOrder _ -> one(output, "tradeId", tale.written("Trade"));
      case EternumTool _ -> {}
    }
  }

  /// How a battle would end. The numbers of what it would make are nobody's yet.
  @Override
  public void foretell(EternumTool tool, List<ChainEvent> events, ObjectNode output) {
    battle(new TransactionTale(records, events), output);
  }

  private static void battle(TransactionTale tale, ObjectNode output) {
    ToldBattle battle = tale.battle();
    if (battle != null) {
      output.set("battle", Json.LOG.valueToTree(battle));
    }
  }

  private static void one(ObjectNode output, String name, List<Long> ids) {
    if (!ids.isEmpty()) {
      output.put(name, ids.getLast());
    }
  }

  @Override
  public ActionResult look(Call<EternumTool> call) throws InterruptedException {
    try {
      return call.done(answer(call), null);
    } catch (InvalidValueException e) {
      return call.refused(
          new ActionError("invalid_arguments", String.valueOf(e.getMessage()), e.field(), true));
    }
  }

  private JsonNode answer(Call<EternumTool> call) throws InterruptedException {
    return switch (call.tool()) {
      case EternumRead.ListActions asked -> guide.answer(asked);
      case EternumRead.ObserveGame asked ->
          observing.observe(asked, Felt.parse("actor", call.action().actor()));
      case EternumWrite write -> throw new IllegalArgumentException("a write: " + write);
    };
  }
}
