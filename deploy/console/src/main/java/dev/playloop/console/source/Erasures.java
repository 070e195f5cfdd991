package dev.playloop.console.source;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Tells those who keep something of payloads that some were erased: they let go of what they keep.
/// Safe for all threads.
public final class Erasures {
  private final List<Runnable> keepers = new CopyOnWriteArrayList<>();

  /// `forget` is called on the feed's thread.
  public void tell(Runnable forget) {
    keepers.add(forget);
  }

  void happened() {
    keepers.forEach(Runnable::run);
  }
}
