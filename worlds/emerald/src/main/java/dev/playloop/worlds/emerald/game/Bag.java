package dev.playloop.worlds.emerald.game;

import dev.playloop.worlds.emerald.model.Pocket;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the player carries, by pocket in the order of its list. Its JSON is the same in every
/// process, because its hash is compared with that of another one.
public record Bag(Map<Pocket, List<Stack>> pockets, long money) {
  public Bag {
    pockets = Collections.unmodifiableMap(new TreeMap<>(pockets));
  }

  /// So many of one item; `item` is the game's number.
  public record Stack(int item, int quantity) {}

  public List<Stack> in(Pocket pocket) {
    return pockets.getOrDefault(pocket, List.of());
  }

  /// The place of an item in a pocket's list from 0, or -1.
  public int place(Pocket pocket, int item) {
    List<Stack> stacks = in(pocket);
    for (int i = 0; i < stacks.size(); i++) {
      if (stacks.get(i).item() == item) {
        return i;
      }
    }
    return -1;
  }
}
