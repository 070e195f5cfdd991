package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.ChainEvent;
import java.util.List;
import java.util.Set;

/// Which events are asked for.
///
/// @param from addresses; none: of all contracts
/// @param keys for each key by its place which are good; an empty set is good for any
public record EventFilter(Set<Felt> from, List<Set<Felt>> keys) {
  public EventFilter {
    from = Set.copyOf(from);
    keys = List.copyOf(keys);
  }

  boolean matches(ChainEvent event) {
    if (!from.isEmpty() && !from.contains(event.from())) {
      return false;
    }
    for (int i = 0; i < keys.size(); i++) {
      Set<Felt> good = keys.get(i);
      if (i >= event.keys().size() || (!good.isEmpty() && !good.contains(event.keys().get(i)))) {
        return false;
      }
    }
    return true;
  }
}
