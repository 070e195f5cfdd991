package dev.playloop.worlds.eternum.view;

import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.model.state.EternumView.Amount;
import dev.playloop.worlds.eternum.model.state.EternumView.BankTrade;
import dev.playloop.worlds.eternum.model.state.EternumView.Order;
import dev.playloop.worlds.eternum.model.state.EternumView.Orders;
import dev.playloop.worlds.eternum.model.state.EternumView.Pool;
import dev.playloop.worlds.eternum.model.state.EternumView.Pools;
import dev.playloop.worlds.eternum.model.state.EternumViewBankTradeBuilder;
import dev.playloop.worlds.eternum.model.state.EternumViewOrderBuilder;
import dev.playloop.worlds.eternum.model.state.EternumViewPoolBuilder;
import dev.playloop.worlds.eternum.torii.ToriiRow;
import dev.playloop.worlds.eternum.torii.ToriiSelect;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads what is traded: orders, and the pools of banks.
final class TradeRows {
  private static final int TRADES = 10;

  private final Asking asking;

  TradeRows(Asking asking) {
    this.asking = asking;
  }

  /// Orders of these structures, and those that they may take: own ones first, then those for one
  /// of them alone, then the newest.
  Orders orders(List<Long> structures) throws InterruptedException {
    Set<Long> own = new HashSet<>(structures);
    List<Long> takers = new ArrayList<>(structures);
    takers.addFirst(0L);
    List<Long> makers =
        structures.subList(0, Math.min(structures.size(), ToriiSelect.MAX_LIST / 2));
    takers = takers.subList(0, Math.min(takers.size(), ToriiSelect.MAX_LIST / 2));
    List<Order> open = new ArrayList<>();
    for (ToriiRow row :
        asking.rows(
            asking
                .of("Trade")
                .whereEither("maker_id", makers, "taker_id", takers)
                .orderBy("trade_id desc"))) {
      Order order = order(row, own);
      if (order.unitsLeft() > 0 && (order.own() || order.expiresAt() > asking.head().timestamp())) {
        open.add(order);
      }
    }
    open.sort(
        Comparator.comparing((Order order) -> !order.own())
            .thenComparing(order -> order.takerId() == 0));
    return new Orders(asking.first(open, EternumView.MAX_ROWS, "orders"));
  }

  private static Order order(ToriiRow row, Set<Long> own) {
    return EternumViewOrderBuilder.builder()
        .tradeId(row.number("trade_id"))
        .makerId(row.number("maker_id"))
        .takerId(row.number("taker_id"))
        .own(own.contains(row.number("maker_id")))
        .gives(amount(row, "maker_gives_resource_type", "maker_gives_min_resource_amount"))
        .pays(amount(row, "taker_pays_resource_type", "taker_pays_min_resource_amount"))
        .unitsLeft(row.large("maker_gives_max_count"))
        .expiresAt(row.number("expires_at"))
        .build();
  }

  private static Amount amount(ToriiRow row, String type, String amount) {
    return new Amount(ResourceRows.byNumber(row.number(type)), Amounts.text(row.wide(amount)));
  }

  /// The pools of these rows of `Market`, with what the account has of them, and the newest of
  /// these rows of `SwapEvent`.
  ///
  /// @param structures the account's
  Pools pools(ToriiSelect markets, ToriiSelect swaps, List<Long> structures)
      throws InterruptedException {
    Map<String, BigInteger> shares = new HashMap<>();
    for (ToriiRow row :
        asking.rows(
            asking
                .of("Liquidity")
                .columns("bank_entity_id", "resource_type", "shares")
                .where("player", asking.account()))) {
      shares.put(key(row), row.wide("shares"));
    }
    List<Pool> pools = new ArrayList<>();
    for (ToriiRow row : asking.rows(markets.orderBy("bank_entity_id", "resource_type"))) {
      BigInteger resources = row.wide("resource_amount");
      BigInteger lords = row.wide("lords_amount");
      BigInteger held = shares.getOrDefault(key(row), BigInteger.ZERO);
      pools.add(
          EternumViewPoolBuilder.builder()
              .bankEntityId(row.number("bank_entity_id"))
              .resourceType(ResourceRows.byNumber(row.number("resource_type")))
              .resourceAmount(Amounts.text(resources))
              .lordsAmount(Amounts.text(lords))
              .lordsPerUnit(Amounts.ratio(lords, resources))
              .shares(held.signum() == 0 ? null : held.toString())
              .build());
    }
    pools.sort(Comparator.comparing(pool -> pool.shares() == null));
    return new Pools(
        asking.first(pools, EternumView.MAX_ROWS, "pools"), trades(swaps, Set.copyOf(structures)));
  }

  /// More are not asked for: a price is what the pool says, and these tell where it comes from.
  private List<BankTrade> trades(ToriiSelect swaps, Set<Long> own) throws InterruptedException {
    List<BankTrade> trades = new ArrayList<>();
    ToriiSelect newest = swaps.orderBy("internal_updated_block desc", "id desc").limit(TRADES);
    for (ToriiRow row : asking.unbounded(newest)) {
      long structure = row.number("entity_id");
      trades.add(
          EternumViewBankTradeBuilder.builder()
              .bankEntityId(row.number("bank_entity_id"))
              .structureId(structure)
              .own(own.contains(structure))
              .bought(row.flag("buy"))
              .amount(amount(row, "resource_type", "resource_amount"))
              .lords(Amounts.text(row.wide("lords_amount")))
              .at(row.large("timestamp"))
              .build());
    }
    return trades;
  }

  private static String key(ToriiRow row) {
    return row.number("bank_entity_id") + "/" + row.number("resource_type");
  }
}
