package dev.playloop.worlds.eternum.deploy;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import java.util.ArrayList;
import java.util.List;

/// A part of a board, which is made in one transaction or not at all. Used by one thread.
final class BoardStep {
  private static final String SETUP = "setup";

  private final DeployedGame game;
  private final long gameId;
  private final String name;
  private final List<ContractCall> calls = new ArrayList<>();

  /// @param name at most 31 characters, unique on the board
  BoardStep(DeployedGame game, long gameId, String name) {
    this.game = game;
    this.gameId = gameId;
    this.name = name;
    Felt step = Felt.shortString(name);
    calls.add(new ContractCall(game.address(SETUP), "once", List.of(step)));
  }

  String name() {
    return name;
  }

  BoardStep setup(String entrypoint, List<Felt> words) {
    return call(SETUP, entrypoint, words);
  }

  BoardStep setup(String entrypoint, long... words) {
    return setup(entrypoint, felts(words));
  }

  /// Of any of the game's contracts.
  BoardStep call(String contract, String entrypoint, List<Felt> words) {
    List<Felt> calldata = new ArrayList<>();
    calldata.add(Felt.of(gameId));
    calldata.addAll(words);
    calls.add(new ContractCall(game.address(contract), entrypoint, calldata));
    return this;
  }

  List<ContractCall> calls() {
    return List.copyOf(calls);
  }

  static List<Felt> felts(long... words) {
    List<Felt> felts = new ArrayList<>();
    for (long word : words) {
      felts.add(Felt.of(word));
    }
    return felts;
  }
}
