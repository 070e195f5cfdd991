package dev.playloop.worlds.emerald.memory;

import dev.playloop.worlds.emerald.game.Bag;
import dev.playloop.worlds.emerald.game.Bag.Stack;
import dev.playloop.worlds.emerald.model.Pocket;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Turns the bytes of the first save block into a [Bag]. Pure. Quantities and money are xor-ed with
/// a key that the second save block holds.
final class BagDecoder {
  static final int MONEY = 1168;
  static final int FIRST_POCKET = 1376;
  static final int POCKETS_END = 2120;

  private BagDecoder() {}

  private record Place(int offset, int slots) {}

  static Bag decode(Memory memory, long saveBlock, long key) {
    Map<Pocket, List<Stack>> pockets = new EnumMap<>(Pocket.class);
    for (Pocket pocket : Pocket.values()) {
      pockets.put(pocket, pocket(memory, saveBlock, place(pocket), key));
    }
    return new Bag(pockets, memory.u32(saveBlock + MONEY) ^ key);
  }

  private static Place place(Pocket pocket) {
    return switch (pocket) {
      case items -> new Place(FIRST_POCKET, 30);
      case key_items -> new Place(1496, 30);
      case balls -> new Place(1616, 16);
      case machines -> new Place(1680, 64);
      case berries -> new Place(1936, 46);
    };
  }

  private static List<Stack> pocket(Memory memory, long saveBlock, Place place, long key) {
    List<Stack> stacks = new ArrayList<>();
    for (int i = 0; i < place.slots(); i++) {
      long at = saveBlock + place.offset() + 4L * i;
      int item = memory.u16(at);
      if (item == 0) {
        break; // a pocket has no gaps
      }
      stacks.add(new Stack(item, memory.u16(at + 2) ^ (int) (key & 0xFFFF)));
    }
    return List.copyOf(stacks);
  }
}
