package dev.playloop.worlds.eternum.rules.board;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.eternum.rules.cairo.Entrypoints;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import java.util.List;

/// What every system is: a contract whose only state is the address of the world.
public final class Systems {
  private static final Felt WORLD = Selector.of("world");

  private Systems() {}

  public static Entrypoints.Building of(String name) {
    return Entrypoints.of(name).on("constructor", Systems::construct);
  }

  private static List<Felt> construct(ContractContext context, Parameters parameters) {
    Felt world = parameters.address();
    parameters.end();
    keepWorld(context, world);
    return List.of();
  }

  /// For a constructor that takes more than the world.
  public static void keepWorld(ContractContext context, Felt world) {
    context.write(WORLD, world);
  }

  public static Felt world(ContractContext context) {
    return context.read(WORLD);
  }

  /// The game by its number, which must exist and have begun.
  public static OpenGame open(ContractContext context, Uint gameId) {
    return OpenGame.open(context, world(context), gameId);
  }
}
