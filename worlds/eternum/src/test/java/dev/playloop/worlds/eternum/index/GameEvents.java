package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.node.ChainEvent;
import java.util.ArrayList;
import java.util.List;

/// Events as the game's world contract emits them.
public final class GameEvents {
  private GameEvents() {}

  public static ChainEvent set(String model, List<Felt> keys, List<Felt> values) {
    return event("StoreSetRecord", selector(model), id(keys), data(keys, values));
  }

  public static ChainEvent deleted(String model, List<Felt> keys) {
    return event("StoreDelRecord", selector(model), id(keys), List.of());
  }

  public static ChainEvent emitted(String model, List<Felt> keys, List<Felt> values) {
    return event("EventEmitted", selector(model), Felt.of(0x5e), data(keys, values));
  }

  static ChainEvent event(String name, Felt selector, Felt third, List<Felt> data) {
    return new ChainEvent(ScriptedChain.WORLD, List.of(Selector.of(name), selector, third), data);
  }

  static Felt selector(String model) {
    return Selector.of("s2-" + model);
  }

  public static List<Felt> words(long... numbers) {
    List<Felt> words = new ArrayList<>();
    for (long number : numbers) {
      words.add(Felt.of(number));
    }
    return words;
  }

  static List<Felt> data(List<Felt> keys, List<Felt> values) {
    List<Felt> data = new ArrayList<>();
    data.add(Felt.of(keys.size()));
    data.addAll(keys);
    data.add(Felt.of(values.size()));
    data.addAll(values);
    return data;
  }

  /// The contract hashes keys by Poseidon; the index takes any id that is these keys' alone, and
  /// Keccak takes a hundredth of the time.
  static Felt id(List<Felt> keys) {
    return Selector.of(keys.toString());
  }
}
