package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.eternum.rules.board.OpenGame;
import dev.playloop.worlds.eternum.rules.board.Systems;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import java.math.BigInteger;
import java.util.List;

/// What players are called. The twin of `names.cairo`.
final class NameSystems {
  private static final String WRONG = "a name has printable ASCII characters, at most 31";
  private static final int MAX_BITS = 31 * 8;

  private NameSystems() {}

  static ContractProgram program() {
    return Systems.of("name_systems").on("set_address_name", NameSystems::name).build();
  }

  private static List<Felt> name(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Felt name = parameters.felt();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    check(name);
    game.put(game.blank("AddressName", game.caller()).with("name", name));
    game.story("AddressNameStory", Uint.u32(0));
    return List.of();
  }

  /// Up to 31 printable ASCII characters in one word.
  static void check(Felt name) {
    Panic.unless(!name.isZero(), "the name is empty");
    for (BigInteger rest = name.value(); rest.signum() != 0; rest = rest.shiftRight(8)) {
      int character = rest.intValue() & 0xff;
      Panic.unless(character >= 32 && character < 127, WRONG);
    }
    Panic.unless(name.value().bitLength() <= MAX_BITS, WRONG);
  }
}
