package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;
import java.util.LinkedHashMap;
import java.util.Map;

/// What was written above a state. Undo is to forget the layer. Used by one thread at a time.
public final class StateLayer implements StateView {
  private final StateView below;
  private final Map<StateCell, Felt> written = new LinkedHashMap<>();

  public StateLayer(StateView below) {
    this.below = below;
  }

  @Override
  public Felt read(StateCell cell) {
    Felt word = written.get(cell);
    return word == null ? below.read(cell) : word;
  }

  public void write(StateCell cell, Felt word) {
    written.put(cell, word);
  }

  /// Writes all of it to another layer: to the one below, where it is kept.
  public void mergeInto(StateLayer other) {
    other.written.putAll(written);
  }

  /// What differs from the state below.
  public Map<StateCell, Felt> changes() {
    Map<StateCell, Felt> changes = new LinkedHashMap<>();
    written.forEach((cell, word) -> {
      if (!below.read(cell).equals(word)) {
        changes.put(cell, word);
      }
    });
    return changes;
  }
}
