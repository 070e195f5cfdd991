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

/// A bank's pools: constant product, the fee stays with the liquidity, and every rounding is
/// against the trader. The twin of `swap.cairo`.
final class SwapSystems {
  private SwapSystems() {}

  private record Trader(Uint bankId, Uint structureId, Uint resource, Uint amount) {}

  static ContractProgram program() {
    return Systems.of("swap_systems")
        .on("buy", SwapSystems::buy)
        .on("sell", SwapSystems::sell)
        .build();
  }

  private static Trader trader(Parameters parameters) {
    Trader trader =
        new Trader(parameters.u32(), parameters.u32(), parameters.u8(), parameters.u128());
    parameters.end();
    return trader;
  }

  private static List<Felt> buy(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Trader by = trader(parameters);
    OpenGame game = Systems.open(context, gameId);
    GameRecord structure = game.ownStructure(by.structureId);
    GameRecord bank = BankPool.bank(game, by.bankId);
    GameRecord pool = BankPool.pool(game, by.bankId, by.resource);
    checkAmount(by.amount);
    Uint lords = pool.uint("lords_amount");
    Uint held = pool.uint("resource_amount");
    Panic.unless(by.amount.below(held), "the pool holds " + held + " of resource " + by.resource);
    Uint left = held.minus(by.amount);
    Uint price = BankPool.shareUp(lords, by.amount, left);
    Uint paid = BankPool.shareUp(price, game.config("swap_fee_denom"), withoutFee(game));
    Stores.spend(game, by.structureId, Stores.LORDS, paid);
    List<ResourceAmount> bought = List.of(new ResourceAmount(by.resource, by.amount));
    Stores.burnDonkeys(game, by.structureId, bought);
    Arrivals.arrive(game, by.structureId, seconds(game, bank, structure), bought);
    game.put(pool.with("lords_amount", lords.plus(paid)).with("resource_amount", left));
    GameRecord event =
        event(game, by).with("lords_amount", paid).with("lp_fees", paid.minus(price));
    tell(game, by, event.with("buy", true), paid);
    return List.of();
  }

  private static List<Felt> sell(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Trader by = trader(parameters);
    OpenGame game = Systems.open(context, gameId);
    GameRecord structure = game.ownStructure(by.structureId);
    GameRecord bank = BankPool.bank(game, by.bankId);
    GameRecord pool = BankPool.pool(game, by.bankId, by.resource);
    checkAmount(by.amount);
    Panic.unless(
        !pool.uint("total_shares").isZero(), "the pool holds 0 of resource " + by.resource);
    Stores.spend(game, by.structureId, by.resource, by.amount);
    Stores.burnDonkeys(game, by.structureId, List.of(new ResourceAmount(by.resource, by.amount)));
    Uint lords = pool.uint("lords_amount");
    Uint held = pool.uint("resource_amount");
    Uint counted = BankPool.shareOf(by.amount, withoutFee(game), game.config("swap_fee_denom"));
    Uint got = BankPool.shareOf(lords, counted, held.plus(counted));
    Panic.unless(!got.isZero(), by.amount + " of resource " + by.resource + " is worth nothing");
    List<ResourceAmount> sold = List.of(new ResourceAmount(Stores.LORDS, got));
    Arrivals.arrive(game, by.structureId, seconds(game, bank, structure), sold);
    game.put(
        pool.with("lords_amount", lords.minus(got)).with("resource_amount", held.plus(by.amount)));
    GameRecord event =
        event(game, by).with("lords_amount", got).with("lp_fees", by.amount.minus(counted));
    tell(game, by, event.with("buy", false), got);
    return List.of();
  }

  private static Uint withoutFee(OpenGame game) {
    return game.config("swap_fee_denom").minus(game.config("swap_fee_num"));
  }

  private static Uint seconds(OpenGame game, GameRecord bank, GameRecord structure) {
    return Arrivals.travelSeconds(
        game, MapCoord.ofStructure(bank), MapCoord.ofStructure(structure));
  }

  private static void checkAmount(Uint amount) {
    Panic.unless(!amount.isZero(), "the amount is zero");
  }

  private static GameRecord event(OpenGame game, Trader by) {
    return game.blank("SwapEvent", game.uuid().felt(), by.structureId.felt())
        .with("bank_entity_id", by.bankId)
        .with("resource_type", by.resource)
        .with("resource_amount", by.amount)
        .with("timestamp", game.now());
  }

  private static void tell(OpenGame game, Trader by, GameRecord event, Uint lords) {
    game.emit(event);
    game.story("MarketSwapStory", by.structureId, by.resource, by.amount, lords);
  }
}
