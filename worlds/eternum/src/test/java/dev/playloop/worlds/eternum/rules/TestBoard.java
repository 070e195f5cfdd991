package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// A small board: a realm of each player near the others, a village of Alice's, a bank with two
/// pools, a hyperstructure, and explorers that stand beside each other. As calls of the admin, so
/// that any chain can be set up by it.
final class TestBoard {
  static final long GAME = 7;

  static final long REALM = 1;
  static final long BANK = 20;
  static final long HYPERSTRUCTURE = 30;
  static final long VILLAGE = 40;

  /// Alice's, Bob's and Carol's: three beside each other, three before the next player's realm, and
  /// three more in a row.
  static final long EXPLORER = 100;

  private static final long UNIT = 1_000_000_000L;

  private final Function<String, Felt> address;
  private final long game;
  private final List<ContractCall> calls = new ArrayList<>();

  private TestBoard(Function<String, Felt> address, long game) {
    this.address = address;
    this.game = game;
  }

  /// Whose realms lie at 100,100 and each three to the East of the one before.
  static List<ContractCall> calls(
      Function<String, Felt> address, long game, List<Felt> players, Felt banker) {
    TestBoard board = new TestBoard(address, game);
    board.configure();
    for (int i = 0; i < players.size(); i++) {
      board.structure(REALM + i, players.get(i), 1, 100 + 3 * i);
      board.grant(REALM + i);
    }
    board.structure(BANK, banker, 3, 90);
    board.structure(HYPERSTRUCTURE, banker, 2, 112);
    board.structure(VILLAGE, players.getFirst(), 5, 94);
    board.explored();
    for (int i = 0; i < players.size(); i++) {
      long home = REALM + i;
      board.explorer(EXPLORER + i, home, 101 + i, 102);
      board.explorer(EXPLORER + 3 + i, home, i == 2 ? 99 : 102 + 3 * i, 100);
      board.explorer(EXPLORER + 6 + i, home, 104 + i, 102);
    }
    board.economy();
    return List.copyOf(board.calls);
  }

  private void setup(String entrypoint, long... words) {
    List<Felt> calldata = new ArrayList<>();
    calldata.add(Felt.of(game));
    for (long word : words) {
      calldata.add(Felt.of(word));
    }
    calls.add(new ContractCall(address.apply("setup"), entrypoint, calldata));
  }

  private void configure() {
    long name = 0x74657374;
    setup(
        "configure", name, 0, 60, 3600, 24, 10, 100 * UNIT, 120, 60, 20, 30, 10, 30, 2, 3, 100, 0);
  }

  private void structure(long id, Felt owner, long category, long x) {
    List<Felt> calldata = new ArrayList<>();
    for (long word : new long[] {game, id, 0, category, 1, x, 100, 0}) {
      calldata.add(Felt.of(word));
    }
    calldata.set(2, owner);
    calls.add(new ContractCall(address.apply("setup"), "structure", calldata));
  }

  private void explorer(long id, long home, long x, long y) {
    setup("explorer", id, home, (id - EXPLORER) / 3, 0, 200 * UNIT, 100, x, y);
  }

  private void grant(long id) {
    List<Long> words = new ArrayList<>(List.of(id, 38L));
    for (long resource = 1; resource <= 38; resource++) {
      words.add(resource);
      words.add(10_000 * UNIT);
    }
    setup("grant", words.stream().mapToLong(Long::longValue).toArray());
  }

  private void explored() {
    for (long x = 99; x <= 110; x++) {
      setup("tile", x, 102, 11);
      setup("tile", x, 103, 11);
    }
  }

  private void economy() {
    setup("pool", BANK, 3, 5_000 * UNIT, 9_000 * UNIT);
    setup("pool", BANK, 25, 400 * UNIT, 700 * UNIT + 1);
    setup("hyperstructure", HYPERSTRUCTURE, 7, 2, 3, 2_000 * UNIT, 1, 500 * UNIT);
  }
}
