package dev.playloop.worlds.eternum.calldata;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.calldata.GameDirectory.Generation;
import dev.playloop.worlds.eternum.model.BankWrite;
import dev.playloop.worlds.eternum.model.BuildingWrite;
import dev.playloop.worlds.eternum.model.CombatWrite;
import dev.playloop.worlds.eternum.model.EternumWrite;
import dev.playloop.worlds.eternum.model.GuildWrite;
import dev.playloop.worlds.eternum.model.MovementWrite;
import dev.playloop.worlds.eternum.model.RealmWrite;
import dev.playloop.worlds.eternum.model.ResourceWrite;
import dev.playloop.worlds.eternum.model.SwapWrite;
import dev.playloop.worlds.eternum.model.TradeWrite;
import dev.playloop.worlds.eternum.model.TroopWrite;
import dev.playloop.worlds.eternum.model.game.HexDirection;
import dev.playloop.worlds.eternum.model.game.Resource;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The calls of the one transaction that an action is. What the words are the actions' own
/// annotations say; here stands which contract and entrypoint they go to, what must come before
/// them, and which rules can be told without the chain. Arguments that break one are refused by an
/// [InvalidValueException] that names the field: nothing was signed. Immutable.
public final class ActionCalls {
  private final GameDirectory game;

  public ActionCalls(GameDirectory game) {
    this.game = game;
  }

  /// @param account who acts, and whose turn at random numbers it is
  public List<ContractCall> of(EternumWrite action, Felt account) {
    return switch (action) {
      case ResourceWrite write -> resources(write);
      case TroopWrite write -> List.of(troops(write));
      case MovementWrite write -> movement(write, account);
      case SwapWrite write -> List.of(swap(write));
      case CombatWrite write -> List.of(combat(write));
      case TradeWrite write -> List.of(trade(write));
      case BuildingWrite write -> List.of(building(write));
      case BankWrite write -> bank(write);
      case GuildWrite write -> List.of(guild(write));
      case RealmWrite write -> List.of(realm(write));
    };
  }

  private List<ContractCall> resources(ResourceWrite write) {
    return switch (write) {
      case ResourceWrite.SendResources send -> {
        requireOther("recipientEntityId", send.recipientEntityId(), send.senderEntityId());
        yield List.of(call(GameSystems.RESOURCES, "send", send));
      }
      case ResourceWrite.PickupResources pickup -> {
        requireOther("recipientEntityId", pickup.recipientEntityId(), pickup.ownerEntityId());
        // Whoever fetches needs an allowance, which the owner gives in the same transaction.
        WordWriter allowance =
            words()
                .component(pickup, "ownerEntityId")
                .component(pickup, "recipientEntityId")
                .component(pickup, "resources");
        yield List.of(
            call(GameSystems.RESOURCES, "approve", allowance),
            call(GameSystems.RESOURCES, "pickup", pickup));
      }
      case ResourceWrite.ClaimArrivals claim ->
          List.of(call(GameSystems.RESOURCES, "arrivals_offload", claim));
    };
  }

  private ContractCall troops(TroopWrite write) {
    return switch (write) {
      case TroopWrite.CreateExplorer create -> call(GameSystems.TROOPS, "explorer_create", create);
      case TroopWrite.AddToExplorer add -> {
        ContractCall call = call(GameSystems.TROOPS, "explorer_add", add);
        requireWhole("amount", add.amount());
        yield call;
      }
      case TroopWrite.DeleteExplorer delete -> call(GameSystems.TROOPS, "explorer_delete", delete);
      case TroopWrite.AddGuard add -> call(GameSystems.TROOPS, "guard_add", add);
      case TroopWrite.DeleteGuard delete -> call(GameSystems.TROOPS, "guard_delete", delete);
    };
  }

  private List<ContractCall> movement(MovementWrite write, Felt account) {
    return switch (write) {
      case MovementWrite.MoveExplorer move ->
          move.explore()
              ? exploring(move.directions(), words().record("", move), account)
              : List.of(call(GameSystems.MOVEMENT, "explorer_move", move));
      case MovementWrite.TravelExplorer travel ->
          List.of(
              call(
                  GameSystems.MOVEMENT,
                  "explorer_move",
                  words().record("", travel).add(Felt.ZERO)));
      case MovementWrite.Explore explore ->
          exploring(explore.directions(), words().record("", explore).add(Felt.ONE), account);
    };
  }

  /// What is found is drawn at random, and the number must be asked for in the first call of the
  /// same transaction.
  private List<ContractCall> exploring(
      List<HexDirection> directions, WordWriter move, Felt account) {
    if (directions.size() != 1) {
      throw new InvalidValueException(
          "directions",
          "exactly one direction, as one hex is explored at a time",
          directions.size() + " directions");
    }
    ContractCall random =
        new ContractCall(
            game.address(GameSystems.VRF),
            "request_random",
            List.of(game.address(GameSystems.MOVEMENT), Felt.ZERO, account));
    return List.of(random, call(GameSystems.MOVEMENT, "explorer_move", move));
  }

  private ContractCall swap(SwapWrite write) {
    return switch (write) {
      case SwapWrite.SwapExplorerToExplorer swap -> {
        requireOther("toExplorerId", swap.toExplorerId(), swap.fromExplorerId());
        yield call(GameSystems.TROOPS, "explorer_explorer_swap", swap);
      }
      case SwapWrite.SwapExplorerToGuard swap ->
          call(GameSystems.TROOPS, "explorer_guard_swap", swap);
      case SwapWrite.SwapGuardToExplorer swap ->
          call(GameSystems.TROOPS, "guard_explorer_swap", swap);
    };
  }

  private ContractCall combat(CombatWrite write) {
    return switch (write) {
      case CombatWrite.AttackExplorer attack -> {
        requireOther("defenderId", attack.defenderId(), attack.aggressorId());
        yield call(GameSystems.BATTLES, "attack_explorer_vs_explorer", attack);
      }
      case CombatWrite.AttackGuard attack ->
          call(GameSystems.BATTLES, "attack_explorer_vs_guard", attack);
      case CombatWrite.GuardAttackExplorer attack ->
          call(GameSystems.BATTLES, "attack_guard_vs_explorer", attack);
      case CombatWrite.Raid raid -> call(GameSystems.RAIDS, "raid_explorer_vs_guard", raid);
    };
  }

  private ContractCall trade(TradeWrite write) {
    return switch (write) {
      case TradeWrite.CreateOrder create -> call(GameSystems.TRADE, "create_order", create);
      case TradeWrite.AcceptOrder accept -> {
        if (accept.takerId() == 0) {
          throw new InvalidValueException("takerId", "a structure of yours, which takes", "0");
        }
        yield call(GameSystems.TRADE, "accept_order", accept);
      }
      case TradeWrite.CancelOrder cancel -> call(GameSystems.TRADE, "cancel_order", cancel);
    };
  }

  private ContractCall building(BuildingWrite write) {
    return switch (write) {
      case BuildingWrite.CreateBuilding create ->
          call(GameSystems.PRODUCTION, "create_building", create);
      case BuildingWrite.DestroyBuilding destroy ->
          call(GameSystems.PRODUCTION, "destroy_building", destroy);
      case BuildingWrite.PauseProduction pause ->
          call(GameSystems.PRODUCTION, "pause_building_production", pause);
      case BuildingWrite.ResumeProduction resume ->
          call(GameSystems.PRODUCTION, "resume_building_production", resume);
    };
  }

  private List<ContractCall> bank(BankWrite write) {
    return switch (write) {
      case BankWrite.BuyResources buy -> {
        requireNoLords("resourceType", buy.resourceType());
        yield List.of(call(GameSystems.SWAPS, "buy", buy));
      }
      case BankWrite.SellResources sell -> {
        requireNoLords("resourceType", sell.resourceType());
        yield List.of(call(GameSystems.SWAPS, "sell", sell));
      }
      case BankWrite.AddLiquidity add -> liquidity(add);
      case BankWrite.RemoveLiquidity remove -> {
        requireNoLords("resourceType", remove.resourceType());
        yield List.of(call(GameSystems.LIQUIDITY, "remove", remove));
      }
    };
  }

  /// A call for each pool: all of them or none.
  private List<ContractCall> liquidity(BankWrite.AddLiquidity add) {
    List<ContractCall> calls = new ArrayList<>();
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < add.calls().size(); i++) {
      String path = "calls[" + i + "].";
      requireNoLords(path + "resourceType", add.calls().get(i).resourceType());
      WordWriter.once(path + "resourceType", seen, add.calls().get(i).resourceType());
      WordWriter words = words().record("", add).record(path, add.calls().get(i));
      calls.add(call(GameSystems.LIQUIDITY, "add", words));
    }
    if (calls.isEmpty()) {
      throw new InvalidValueException("calls", "one pool or more", "none");
    }
    return calls;
  }

  private ContractCall guild(GuildWrite write) {
    return switch (write) {
      case GuildWrite.CreateGuild create -> call(GameSystems.GUILDS, "create_guild", create);
      case GuildWrite.JoinGuild join -> call(GameSystems.GUILDS, "join_guild", join);
      case GuildWrite.LeaveGuild leave -> call(GameSystems.GUILDS, "leave_guild", leave);
      case GuildWrite.UpdateWhitelist update ->
          call(GameSystems.GUILDS, "update_whitelist", update);
    };
  }

  private ContractCall realm(RealmWrite write) {
    return switch (write) {
      case RealmWrite.UpgradeRealm upgrade -> call(GameSystems.STRUCTURES, "level_up", upgrade);
      case RealmWrite.ContributeHyperstructure contribute ->
          call(GameSystems.HYPERSTRUCTURES, "contribute", contribute);
    };
  }

  private ContractCall call(String system, String entrypoint, Record action) {
    return call(system, entrypoint, words().record("", action));
  }

  private ContractCall call(String system, String entrypoint, WordWriter words) {
    return new ContractCall(game.address(system), entrypoint, words.words());
  }

  private WordWriter words() {
    WordWriter words = new WordWriter(game.coordLayout());
    return game.generation() == Generation.S2 ? words.add(Felt.of(game.gameId())) : words;
  }

  private static void requireOther(String field, long id, long other) {
    if (id == other) {
      throw new InvalidValueException(field, "another one than " + other, String.valueOf(id));
    }
  }

  private static void requireWhole(String field, String amount) {
    if (new BigDecimal(amount).stripTrailingZeros().scale() > 0) {
      throw new InvalidValueException(field, "a whole number of troops", amount);
    }
  }

  private static void requireNoLords(String field, Resource resource) {
    if (resource == Resource.Lords) {
      throw new InvalidValueException(
          field, "any resource but Lords, which every pool has beside it", "Lords");
    }
  }
}
