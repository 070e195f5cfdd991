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

/// Orders between structures: what the maker gives lies in the order until somebody takes it. The
/// twin of `trade.cairo`.
final class TradeSystems {
  private TradeSystems() {}

  static ContractProgram program() {
    return Systems.of("trade_systems")
        .on("create_order", TradeSystems::create)
        .on("accept_order", TradeSystems::accept)
        .on("cancel_order", TradeSystems::cancel)
        .build();
  }

  private static List<Felt> create(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint makerId = parameters.u32();
    Uint takerId = parameters.u32();
    Uint gives = parameters.u8();
    Uint pays = parameters.u8();
    Uint givesAmount = parameters.u64();
    Uint count = parameters.u64();
    Uint paysAmount = parameters.u64();
    Uint expires = parameters.u32();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    game.ownStructure(makerId);
    checkOther(makerId, takerId);
    if (!takerId.isZero()) {
      game.structure(takerId);
    }
    Stores.checkType(gives);
    Stores.checkType(pays);
    Panic.unless(!gives.equals(pays), "resource " + gives + " is on both sides");
    Panic.unless(!givesAmount.isZero() && !paysAmount.isZero(), "an amount of the order is zero");
    Panic.unless(!count.isZero(), "the count of the order is zero");
    Panic.unless(
        expires.into(64).above(game.now()), "expiry " + expires + " is not after " + game.now());
    ResourceAmount given = side(gives, givesAmount, count);
    ResourceAmount paid = side(pays, paysAmount, count);
    Stores.spend(game, makerId, gives, given.amount());
    // The maker's donkeys are hired now for all that may come.
    Stores.burnDonkeys(game, makerId, List.of(paid));
    Uint id = game.uuid();
    game.put(
        game.blank("Trade", id.felt())
            .with("maker_id", makerId)
            .with("taker_id", takerId)
            .with("maker_gives_resource_type", gives)
            .with("taker_pays_resource_type", pays)
            .with("maker_gives_min_resource_amount", givesAmount)
            .with("maker_gives_max_count", count)
            .with("taker_pays_min_resource_amount", paysAmount)
            .with("expires_at", expires));
    game.story("OrderCreateStory", id, makerId, takerId, count);
    return List.of(id.felt());
  }

  private static List<Felt> accept(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint takerId = parameters.u32();
    Uint tradeId = parameters.u32();
    Uint count = parameters.u64();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord taker = game.ownStructure(takerId);
    GameRecord trade = order(game, tradeId);
    Uint makerId = trade.uint("maker_id");
    checkOpen(game, trade, takerId);
    checkOther(takerId, makerId);
    Uint left = trade.uint("maker_gives_max_count");
    Panic.unless(!count.isZero(), "the count is zero");
    Panic.unless(
        left.atLeast(count), "order %s has %s left, not %s".formatted(tradeId, left, count));
    ResourceAmount gives = given(trade, count);
    ResourceAmount pays = paid(trade, count);
    Stores.spend(game, takerId, pays.resource(), pays.amount());
    Stores.burnDonkeys(game, takerId, List.of(gives));
    MapCoord makerAt = MapCoord.ofStructure(game.structure(makerId));
    Uint seconds = Arrivals.travelSeconds(game, makerAt, MapCoord.ofStructure(taker));
    Arrivals.arrive(game, takerId, seconds, List.of(gives));
    Arrivals.arrive(game, makerId, seconds, List.of(pays));
    if (left.equals(count)) {
      game.remove("Trade", tradeId.felt());
    } else {
      game.put(trade.with("maker_gives_max_count", left.minus(count)));
    }
    game.story("OrderAcceptStory", tradeId, makerId, takerId, count);
    return List.of();
  }

  private static void checkOpen(OpenGame game, GameRecord trade, Uint takerId) {
    String name = "order " + trade.uint("trade_id");
    Uint expires = trade.uint("expires_at");
    Panic.unless(game.now().below(expires.into(64)), name + " expired at " + expires);
    Uint meant = trade.uint("taker_id");
    Panic.unless(meant.isZero() || meant.equals(takerId), name + " is for structure " + meant);
  }

  private static List<Felt> cancel(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint tradeId = parameters.u32();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord trade = order(game, tradeId);
    Uint makerId = trade.uint("maker_id");
    game.ownStructure(makerId);
    Uint left = trade.uint("maker_gives_max_count");
    ResourceAmount back = given(trade, left);
    Stores.grant(game, makerId, back.resource(), back.amount());
    game.remove("Trade", tradeId.felt());
    game.story("OrderCancelStory", tradeId, makerId, Uint.u128(0), left);
    return List.of();
  }

  private static GameRecord order(OpenGame game, Uint id) {
    return game.find("Trade", id.felt())
        .orElseThrow(() -> Panic.text("order " + id + " does not exist"));
  }

  private static ResourceAmount given(GameRecord trade, Uint count) {
    return side(
        trade.uint("maker_gives_resource_type"),
        trade.uint("maker_gives_min_resource_amount"),
        count);
  }

  private static ResourceAmount paid(GameRecord trade, Uint count) {
    return side(
        trade.uint("taker_pays_resource_type"),
        trade.uint("taker_pays_min_resource_amount"),
        count);
  }

  /// What changes hands for so many of an order on one side.
  private static ResourceAmount side(Uint resource, Uint amount, Uint count) {
    return new ResourceAmount(resource, amount.into(128).times(count.into(128)));
  }

  private static void checkOther(Uint one, Uint other) {
    Panic.unless(!one.equals(other), "structure " + one + " is both sides");
  }
}
