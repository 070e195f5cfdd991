package dev.playloop.worlds.chain.simulator.chain;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What the chain should come to, in the most stupid way: the whole state is copied for each block.
final class NaiveChain {
  private final List<State> blocks = new ArrayList<>();

  /// Words of the vault, and of each account its nonce and its money.
  @SuppressWarnings("ArrayRecordComponent") // compared nowhere
  record State(Map<Long, Long> words, long[] nonces, BigInteger[] money) {
    State copy() {
      return new State(new HashMap<>(words), nonces.clone(), money.clone());
    }
  }

  NaiveChain(State genesis) {
    blocks.add(genesis);
  }

  State now() {
    return blocks.getLast();
  }

  int height() {
    return blocks.size();
  }

  State at(int block) {
    return blocks.get(block);
  }

  /// A block with one transaction that has paid.
  State landed(int account, BigInteger fee) {
    State next = now().copy();
    next.nonces()[account]++;
    next.money()[account] = next.money()[account].subtract(fee);
    blocks.add(next);
    return next;
  }

  void empty() {
    blocks.add(now().copy());
  }

  void abort(int from) {
    while (blocks.size() > from) {
      blocks.removeLast();
    }
  }
}
