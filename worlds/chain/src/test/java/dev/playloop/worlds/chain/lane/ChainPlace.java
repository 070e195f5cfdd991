package dev.playloop.worlds.chain.lane;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.FaultProxy;
import java.math.BigInteger;

/// A chain of any kind behind a node, with a proxy before it that does harm, and accounts of which
/// each has 1,000 whole ones of something to give. One thread.
public interface ChainPlace extends AutoCloseable {
  FaultProxy proxy();

  /// The method by which a node is given a transaction.
  String sending();

  /// One that no test had yet.
  int nextAccount();

  /// How many transactions of the account are executed.
  long nonce(int account) throws InterruptedException;

  /// The account's lane, through the proxy.
  LaneBench bench(int account) throws InterruptedException;

  /// The words of the write by which an account gives something.
  ///
  /// @param amount of which 10^18 are a whole one
  String giving(Felt to, BigInteger amount);

  /// What it was given, as of the newest block.
  BigInteger given(Felt to) throws InterruptedException;

  /// The account gets two whole ones more, in a block of their own.
  void enrich(int account) throws InterruptedException;

  /// Somebody else who has the account's key uses it.
  void strangerWrites(int account) throws InterruptedException;

  boolean knows(String hash) throws InterruptedException;

  /// Makes a block of what waits.
  void block() throws InterruptedException;

  /// The newest block's number.
  long head() throws InterruptedException;

  /// This block and all behind it are gone, with what was in them.
  void abortFrom(long block) throws InterruptedException;

  /// What has paid enough does not any more.
  void raisePrices() throws InterruptedException;

  /// Ends it, and has an empty chain answer at the same place.
  void replaceByEmpty() throws InterruptedException;

  /// Kills it, and starts it again with the blocks that it has kept.
  void restart() throws InterruptedException;

  @Override
  void close();
}
