package dev.playloop.worlds.emerald.play;

import dev.playloop.worlds.emerald.model.Button;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Until which frame the emulator still has something to do with each key. A press that ends lets
/// its key go, even where a later press of that key holds it; so nobody presses it before then.
///
/// Belongs to one emulator; used by one thread at a time.
public final class HeldKeys {
  private final Map<Button, Long> until = new EnumMap<>(Button.class);

  void down(Button button, long frame) {
    until.merge(button, frame, Math::max);
  }

  long until(Button button) {
    return until.getOrDefault(button, 0L);
  }

  List<Button> downAt(long frame) {
    return until.entrySet().stream()
        .filter(entry -> entry.getValue() > frame)
        .map(Map.Entry::getKey)
        .toList();
  }

  /// The frames count anew, or nothing is held any more.
  public void forget() {
    until.clear();
  }
}
