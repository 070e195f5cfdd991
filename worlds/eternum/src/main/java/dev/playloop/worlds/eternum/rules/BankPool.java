package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.rules.board.OpenGame;
import dev.playloop.worlds.eternum.rules.board.Stores;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;

/// A bank and its pools, and how shares of amounts are rounded. The twin of what `swap.cairo` and
/// `liquidity.cairo` share.
final class BankPool {
  static final int BANK = 3;

  private BankPool() {}

  /// The structure, which must be a bank.
  static GameRecord bank(OpenGame game, Uint id) {
    GameRecord bank = game.structure(id);
    Panic.unless(bank.variant("base.category") == BANK, "structure " + id + " is no bank");
    return bank;
  }

  /// The bank's pool of a resource, empty where nobody has filled it.
  static GameRecord pool(OpenGame game, Uint bank, Uint resource) {
    Stores.checkType(resource);
    Panic.unless(!resource.equals(Stores.LORDS), "Lords are what pools count in");
    Felt[] keys = {bank.felt(), resource.felt()};
    return game.find("Market", keys).orElseGet(() -> game.blank("Market", keys));
  }

  /// a * b / c, down.
  static Uint shareOf(Uint a, Uint b, Uint c) {
    return narrow(a.into(256).times(b.into(256)).over(c.into(256)));
  }

  /// a * b / c, up.
  static Uint shareUp(Uint a, Uint b, Uint c) {
    Uint wide = c.into(256);
    return narrow(a.into(256).times(b.into(256)).plus(wide).minus(1).over(wide));
  }

  private static Uint narrow(Uint value) {
    Panic.unless(value.value().bitLength() <= 128, "the amount is above 2^128 - 1");
    return value.fit(128);
  }

  /// The root of a product, down.
  static Uint shares(Uint a, Uint b) {
    return Uint.of(128, a.value().multiply(b.value()).sqrt());
  }
}
