package dev.playloop.worlds.eternum.rows;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import java.util.List;

/// A chain with the game deployed, as rows need it. Used by one thread.
public interface GameChain {
  /// The account of this name: `admin`, who deployed the game, `alice`, `bob` or `carol`.
  Felt account(String name) throws InterruptedException;

  /// A contract of the game by its name in the world's directory.
  Felt contract(String name);

  /// All calls in one transaction of the account of that name.
  Transacted invoke(String account, List<ContractCall> calls) throws InterruptedException;

  /// What the contract answers, without effect.
  List<Felt> read(ContractCall call) throws InterruptedException;

  /// Seconds since 1970 of the newest block.
  long now() throws InterruptedException;

  /// The next block is so many seconds later, at least.
  void pass(long seconds) throws InterruptedException;
}
