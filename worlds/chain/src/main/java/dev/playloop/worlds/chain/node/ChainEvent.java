package dev.playloop.worlds.chain.node;

import dev.playloop.worlds.chain.Felt;
import java.util.List;

/// What a contract has emitted.
public record ChainEvent(Felt from, List<Felt> keys, List<Felt> data) {
  public ChainEvent {
    keys = List.copyOf(keys);
    data = List.copyOf(data);
  }
}
