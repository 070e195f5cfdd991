package dev.playloop.worlds.emulator.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The ten keys of the console. Each is a bit in every mask of keys, as mGBA numbers them.
public enum Key {
  A(0, "A"),
  B(1, "B"),
  SELECT(2, "Select"),
  START(3, "Start"),
  RIGHT(4, "Right"),
  LEFT(5, "Left"),
  UP(6, "Up"),
  DOWN(7, "Down"),
  R(8, "R"),
  L(9, "L");

  /// A mask with every key.
  public static final int ALL = 0x3FF;

  private final int bit;
  private final String label;

  Key(int bit, String label) {
    this.bit = bit;
    this.label = label;
  }

  /// The name on the wire, such as `Select`.
  public String label() {
    return label;
  }

  public int mask() {
    return 1 << bit;
  }

  /// What of `mask` reaches a game: the pad can't be pressed left and right, or up and down, at
  /// once, so neither of such two does, as mGBA has it by default.
  public static int pressable(int mask) {
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
  public static Optional<Key> named(String name) {
    String wanted = name.toUpperCase(Locale.ROOT);
    for (Key key : values()) {
      if (key.name().equals(wanted)) {
        return Optional.of(key);
      }
    }
    return Optional.empty();
  }

  /// The key of exactly that label, as mGBA's script reads it.
  public static Optional<Key> labelled(String label) {
    for (Key key : values()) {
      if (key.label.equals(label)) {
        return Optional.of(key);
      }
    }
    return Optional.empty();
  }

  /// The labels of the keys in `mask`, lowest bit first.
  public static List<String> labels(int mask) {
    List<String> labels = new ArrayList<>();
    for (Key key : values()) {
      if ((mask & key.mask()) != 0) {
        labels.add(key.label);
      }
    }
    return labels;
  }
}
