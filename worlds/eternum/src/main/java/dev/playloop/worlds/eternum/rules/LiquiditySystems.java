package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.eternum.rules.board.Arrivals;
import dev.playloop.worlds.eternum.rules.board.MapCoord;
import dev.playloop.worlds.eternum.rules.board.OpenGame;
import dev.playloop.worlds.eternum.rules.board.Stores;
import dev.playloop.worlds.eternum.rules.board.Systems;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import dev.playloop.worlds.eternum.rules.record.ResourceAmount;
import java.util.List;

/// Shares of a bank's pools. The twin of `liquidity.cairo`.
final class LiquiditySystems {
  private LiquiditySystems() {}

  private record Contribution(Uint resources, Uint lords, Uint shares) {}

  static ContractProgram program() {
    return Systems.of("liquidity_systems")
        .on("add", LiquiditySystems::add)
        .on("remove", LiquiditySystems::remove)
        .build();
  }

  private static List<Felt> add(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint bankId = parameters.u32();
    Uint entityId = parameters.u32();
    Uint resource = parameters.u8();
    Uint resourceAmount = parameters.u128();
    Uint lordsAmount = parameters.u128();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    game.ownStructure(entityId);
    BankPool.bank(game, bankId);
    GameRecord pool = BankPool.pool(game, bankId, resource);
    Panic.unless(!resourceAmount.isZero() && !lordsAmount.isZero(), "an amount is zero");
    Contribution in = contribution(pool, resourceAmount, lordsAmount);
    Panic.unless(!in.shares.isZero(), "these amounts are worth no share");
    Stores.spend(game, entityId, resource, in.resources);
    Stores.spend(game, entityId, Stores.LORDS, in.lords);
    game.put(
        pool.with("resource_amount", pool.uint("resource_amount").plus(in.resources))
            .with("lords_amount", pool.uint("lords_amount").plus(in.lords))
            .with("total_shares", pool.uint("total_shares").plus(in.shares)));
    GameRecord position = position(game, bankId, resource);
    game.put(position.with("shares", position.uint("shares").plus(in.shares)));
    game.story("LiquidityAddStory", entityId, resource, in.shares, in.lords);
    return List.of();
  }

  /// What of the two amounts goes in, by the pool's price, and the shares for it. The first one
  /// sets the price.
  private static Contribution contribution(GameRecord pool, Uint resourceAmount, Uint lordsAmount) {
    Uint total = pool.uint("total_shares");
    if (total.isZero()) {
      return new Contribution(
          resourceAmount, lordsAmount, BankPool.shares(resourceAmount, lordsAmount));
    }
    Uint inResources = pool.uint("resource_amount");
    Uint inLords = pool.uint("lords_amount");
    Uint wanted = BankPool.shareUp(resourceAmount, inLords, inResources);
    boolean byResource = lordsAmount.atLeast(wanted);
    Uint resources =
        byResource ? resourceAmount : BankPool.shareUp(lordsAmount, inResources, inLords);
    Uint lords = byResource ? wanted : lordsAmount;
    Uint byResources = BankPool.shareOf(total, resources, inResources);
    Uint byLords = BankPool.shareOf(total, lords, inLords);
    return new Contribution(resources, lords, byResources.min(byLords));
  }

  private static List<Felt> remove(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint bankId = parameters.u32();
    Uint entityId = parameters.u32();
    Uint resource = parameters.u8();
    Uint shares = parameters.u128();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord structure = game.ownStructure(entityId);
    GameRecord bank = BankPool.bank(game, bankId);
    GameRecord pool = BankPool.pool(game, bankId, resource);
    Panic.unless(!shares.isZero(), "the shares are zero");
    GameRecord position = position(game, bankId, resource);
    Uint held = position.uint("shares");
    Panic.unless(held.atLeast(shares), "you hold " + held + " shares, not " + shares);
    List<ResourceAmount> out = takeOut(game, pool, shares);
    if (held.equals(shares)) {
      game.remove("Liquidity", bankId.felt(), game.caller(), resource.felt());
    } else {
      game.put(position.with("shares", held.minus(shares)));
    }
    Stores.burnDonkeys(game, entityId, out);
    Uint seconds =
        Arrivals.travelSeconds(game, MapCoord.ofStructure(bank), MapCoord.ofStructure(structure));
    Arrivals.arrive(game, entityId, seconds, out);
    game.story("LiquidityRemoveStory", entityId, resource, shares, out.get(1).amount());
    return List.of();
  }

  /// The shares' part of the pool, rounded against who takes it.
  private static List<ResourceAmount> takeOut(OpenGame game, GameRecord pool, Uint shares) {
    Uint total = pool.uint("total_shares");
    Uint inResources = pool.uint("resource_amount");
    Uint inLords = pool.uint("lords_amount");
    Uint resources = BankPool.shareOf(inResources, shares, total);
    Uint lords = BankPool.shareOf(inLords, shares, total);
    game.put(
        pool.with("resource_amount", inResources.minus(resources))
            .with("lords_amount", inLords.minus(lords))
            .with("total_shares", total.minus(shares)));
    return List.of(
        new ResourceAmount(pool.uint("resource_type"), resources),
        new ResourceAmount(Stores.LORDS, lords));
  }

  /// What the caller holds of a pool.
  private static GameRecord position(OpenGame game, Uint bank, Uint resource) {
    Felt[] keys = {bank.felt(), game.caller(), resource.felt()};
    return game.find("Liquidity", keys).orElseGet(() -> game.blank("Liquidity", keys));
  }
}
