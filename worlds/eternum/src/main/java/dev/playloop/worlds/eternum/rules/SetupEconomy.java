package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.eternum.rules.board.OpenGame;
import dev.playloop.worlds.eternum.rules.board.Stores;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import dev.playloop.worlds.eternum.rules.record.ResourceAmount;
import java.util.List;

/// Pools and hyperstructures out of nothing, for a new board.
final class SetupEconomy {
  private static final int HYPERSTRUCTURE = 2;

  private SetupEconomy() {}

  /// A bank's pool; the bank's owner holds the shares.
  static List<Felt> pool(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint bankId = parameters.u32();
    Uint resource = parameters.u8();
    Uint resourceAmount = parameters.u128();
    Uint lordsAmount = parameters.u128();
    parameters.end();
    OpenGame game = SetupAdmin.board(context, gameId);
    Stores.checkType(resource);
    GameRecord bank = game.structure(bankId);
    Felt[] keys = {bankId.felt(), resource.felt()};
    Panic.unless(game.find("Market", keys).isEmpty(), "pool " + resource + " is there");
    Uint shares = BankPool.shares(resourceAmount, lordsAmount);
    Panic.unless(!shares.isZero(), "pool " + resource + " would be empty");
    game.put(
        game.blank("Market", keys)
            .with("lords_amount", lordsAmount)
            .with("resource_amount", resourceAmount)
            .with("total_shares", shares));
    game.put(
        game.blank("Liquidity", bankId.felt(), bank.felt("owner"), resource.felt())
            .with("shares", shares));
    return List.of();
  }

  static List<Felt> hyperstructure(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint id = parameters.u32();
    Uint pointsPerUnit = parameters.u128();
    List<ResourceAmount> needed = parameters.span(ResourceAmount::read);
    parameters.end();
    OpenGame game = SetupAdmin.board(context, gameId);
    Stores.checkList(needed);
    GameRecord structure = game.structure(id);
    Panic.unless(
        structure.variant("base.category") == HYPERSTRUCTURE,
        "structure " + id + " is no hyperstructure");
    Panic.unless(
        game.find("Hyperstructure", id.felt()).isEmpty(), "hyperstructure " + id + " is there");
    Uint remaining = Uint.u128(0);
    for (ResourceAmount item : needed) {
      remaining = remaining.plus(item.amount());
      require(game, id, item);
    }
    game.put(
        game.blank("Hyperstructure", id.felt())
            .with("initialized", true)
            .with("points_per_unit", pointsPerUnit)
            .with("remaining", remaining));
    return List.of();
  }

  private static void require(OpenGame game, Uint id, ResourceAmount item) {
    Felt[] keys = {id.felt(), item.resource().felt()};
    Panic.unless(
        game.find("HyperstructureRequirement", keys).isEmpty(),
        "resource " + item.resource() + " stands twice");
    game.put(game.blank("HyperstructureRequirement", keys).with("needed", item.amount()));
  }
}
