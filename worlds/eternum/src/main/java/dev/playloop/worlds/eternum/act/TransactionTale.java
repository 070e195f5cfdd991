package dev.playloop.worlds.eternum.act;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.node.ChainEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the events of a transaction tell: which records of a model it wrote, and which stories.
/// Only those of the game's own world are heard; others may write whatever they like. Immutable.
final class TransactionTale {
  private static final Felt SET = Selector.of("StoreSetRecord");
  private static final Felt EMITTED = Selector.of("EventEmitted");
  private static final int MAX_WORDS = 1_000;

  private final Felt world;
  private final List<ChainEvent> events;

  TransactionTale(Felt world, List<ChainEvent> events) {
    this.world = world;
    this.events = List.copyOf(events);
  }

  /// The record's id, its second key, of each record of the model that was written; in order.
  List<Long> written(String model) {
    return told(SET, model).stream()
        .filter(words -> words.keys().size() > 1 && isId(words.keys().get(1)))
        .map(words -> words.keys().get(1).toLong())
        .distinct()
        .toList();
  }

  /// The values of each event of the model.
  List<List<Felt>> emitted(String model) {
    return told(EMITTED, model).stream().map(Words::values).toList();
  }

  private static boolean isId(Felt word) {
    return word.value().bitLength() <= Integer.SIZE;
  }

  private record Words(List<Felt> keys, List<Felt> values) {}

  private List<Words> told(Felt kind, String model) {
    Felt selector = Selector.of(model);
    List<Words> found = new ArrayList<>();
    for (ChainEvent event : events) {
      boolean isIt =
          event.from().equals(world)
              && event.keys().size() > 1
              && event.keys().getFirst().equals(kind)
              && event.keys().get(1).equals(selector);
      Words words = isIt ? words(event.data()) : null;
      if (words != null) {
        found.add(words);
      }
    }
    return found;
  }

  /// Two lists, each with its length first; null where they are none.
  private static @Nullable Words words(List<Felt> data) {
    int keys = length(data, 0);
    if (keys < 0) {
      return null;
    }
    int values = length(data, keys + 1);
    if (values < 0 || keys + values + 2 != data.size()) {
      return null;
    }
    return new Words(data.subList(1, keys + 1), data.subList(keys + 2, data.size()));
  }

  private static int length(List<Felt> data, int at) {
    if (at >= data.size() || data.get(at).value().bitLength() > Short.SIZE) {
      return -1;
    }
    int length = (int) data.get(at).toLong();
    return length > MAX_WORDS || at + length >= data.size() ? -1 : length;
  }
}
