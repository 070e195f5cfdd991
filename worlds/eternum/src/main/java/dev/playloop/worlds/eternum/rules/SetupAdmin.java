package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.eternum.rules.board.OpenGame;
import dev.playloop.worlds.eternum.rules.board.Systems;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Uint;

/// The one account that makes boards, as the contract `setup` keeps it.
final class SetupAdmin {
  private static final Felt ADMIN = Selector.of("admin");

  private SetupAdmin() {}

  static void keep(ContractContext context, Felt admin) {
    context.write(ADMIN, admin);
  }

  static void check(ContractContext context) {
    Panic.shortUnless(context.caller().equals(context.read(ADMIN)), "only the admin sets up");
  }

  /// The game, for the admin.
  static OpenGame board(ContractContext context, Uint gameId) {
    check(context);
    return Systems.open(context, gameId);
  }
}
