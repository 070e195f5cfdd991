package dev.playloop.worlds.emulator;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// The keys that are held, and presses that end by themselves, with the manners of mGBA-http's
/// script: a press begins with the next frame and ends `duration` frames after it, so that it is
/// held for `duration + 1`. Presses know nothing of each other: two of one key at once are one
/// press, and the first to end lets the key go. States that are loaded change neither keys nor
/// presses.
final class KeyQueue {
  /// How long `tap` asks for.
  static final long TAP = 15;

  private static final int PRESSES_MAX = 1_024;

  private final List<Press> presses = new ArrayList<>();
  private int held;

  int held() {
    return held;
  }

  void set(int mask) {
    held = mask;
  }

  void add(int mask) {
    held |= mask;
  }

  void clear(int mask) {
    held &= ~mask;
  }

  void press(int mask, long frame, long duration) {
    if (presses.size() == PRESSES_MAX) {
      throw new ScriptError(PRESSES_MAX + " presses are waiting; wait for them to end");
    }
    presses.add(new Press(mask, frame, frame + duration));
  }

  /// Lets go of everything, which no request of mGBA-http can do.
  void forget() {
    presses.clear();
    held = 0;
  }

  /// Called before each frame with its number.
  void update(long frame) {
    for (Iterator<Press> each = presses.iterator(); each.hasNext(); ) {
      Press press = each.next();
      if (frame > press.last) {
        held &= ~press.mask;
        each.remove();
      } else if (frame >= press.first && !press.down) {
        held |= press.mask;
        press.down = true;
      }
    }
  }

  private static final class Press {
    private final int mask;
    private final long first;
    private final long last;
    private boolean down;

    Press(int mask, long first, long last) {
      this.mask = mask;
      this.first = first;
      this.last = last;
    }
  }
}
