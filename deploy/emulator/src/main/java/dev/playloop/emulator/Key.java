package dev.playloop.emulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The ten keys of the console. A key's ordinal is its bit in every mask of keys, as mGBA has it.
public enum Key {
  A("A"),
  B("B"),
  SELECT("Select"),
  START("Start"),
  RIGHT("Right"),
  LEFT("Left"),
  UP("Up"),
  DOWN("Down"),
  R("R"),
  L("L");

  /// A mask with every key.
  static final int ALL = 0x3FF;

  private final String label;

  Key(String label) {
    this.label = label;
  }

  /// The name on the wire, such as `Select`.
  public String label() {
    return label;
  }

  public int mask() {
    return 1 << ordinal();
  }

  /// What of `mask` reaches a game: the pad can't be pressed left and right, or up and down, at
  /// once, so neither of such two does, as mGBA has it by default.
  static int pressable(int mask) {
    int result = mask & ALL;
    int sideways = LEFT.mask() | RIGHT.mask();
    int upright = UP.mask() | DOWN.mask();
    if ((result & sideways) == sideways) {
      result &= ~sideways;
    }
    if ((result & upright) == upright) {
      result &= ~upright;
    }
    return result;
  }

  /// The key of that name in any case, as mGBA-http reads it.
  static Optional<Key> named(String name) {
    String wanted = name.toUpperCase(Locale.ROOT);
    for (Key key : values()) {
      if (key.name().equals(wanted)) {
        return Optional.of(key);
      }
    }
    return Optional.empty();
  }

  /// The key of exactly that label, as mGBA's script reads it.
  static Optional<Key> labelled(String label) {
    for (Key key : values()) {
      if (key.label.equals(label)) {
        return Optional.of(key);
      }
    }
    return Optional.empty();
  }

  /// The labels of the keys in `mask`, lowest bit first.
  static List<String> labels(int mask) {
    List<String> labels = new ArrayList<>();
    for (Key key : values()) {
      if ((mask & key.mask()) != 0) {
        labels.add(key.label);
      }
    }
    return labels;
  }
}
