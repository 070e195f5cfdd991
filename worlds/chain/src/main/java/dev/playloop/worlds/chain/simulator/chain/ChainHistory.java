package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.StateCell;
import dev.playloop.worlds.chain.simulator.StateView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The blocks, the state after the newest one, and of each block what it overwrote: so every older
/// state can be seen, and come back. Under the chain's lock.
final class ChainHistory {
  private final Map<StateCell, Felt> state = new HashMap<>();
  private final List<ChainBlock> blocks = new ArrayList<>();
  private final List<Map<StateCell, Felt>> overwritten = new ArrayList<>();
  private final Map<Felt, Place> places = new HashMap<>();

  /// Where a transaction lies.
  record Place(ChainBlock block, Executed executed) {}

  ChainHistory(ChainBlock genesis, Map<StateCell, Felt> state) {
    this.state.putAll(state);
    blocks.add(genesis);
    overwritten.add(Map.of());
  }

  ChainBlock latest() {
    return blocks.getLast();
  }

  @Nullable ChainBlock block(long number) {
    return number < 0 || number >= blocks.size() ? null : blocks.get((int) number);
  }

  @Nullable ChainBlock block(Felt hash) {
    for (ChainBlock block : blocks.reversed()) {
      if (block.hash().equals(hash)) {
        return block;
      }
    }
    return null;
  }

  @Nullable Place place(Felt transaction) {
    return places.get(transaction);
  }

  void append(ChainBlock block, Map<StateCell, Felt> changes) {
    Map<StateCell, Felt> before = new LinkedHashMap<>();
    changes.forEach((cell, word) -> {
      before.put(cell, read(cell));
      state.put(cell, word);
    });
    blocks.add(block);
    overwritten.add(before);
    block.transactions().forEach(one -> places.put(one.hash(), new Place(block, one)));
  }

  /// Undoes all blocks from this one on, the newest first, and returns their hashes in that order.
  List<Felt> abort(long from) {
    List<Felt> aborted = new ArrayList<>();
    while (blocks.size() > from) {
      ChainBlock block = blocks.removeLast();
      state.putAll(overwritten.removeLast());
      block.transactions().forEach(one -> places.remove(one.hash()));
      aborted.add(block.hash());
    }
    return aborted;
  }

  private Felt read(StateCell cell) {
    return state.getOrDefault(cell, Felt.ZERO);
  }

  StateView newest() {
    return this::read;
  }

  /// The state after a block: what the first later block to write a word has overwritten.
  StateView after(long number) {
    return cell -> {
      for (int later = (int) number + 1; later < overwritten.size(); later++) {
        Felt before = overwritten.get(later).get(cell);
        if (before != null) {
          return before;
        }
      }
      return read(cell);
    };
  }
}
