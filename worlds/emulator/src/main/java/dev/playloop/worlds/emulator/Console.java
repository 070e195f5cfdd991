package dev.playloop.worlds.emulator;

import dev.playloop.worlds.emulator.machine.Key;
import dev.playloop.worlds.emulator.machine.Machine;
import java.util.HashMap;
import java.util.Map;

/// The machine with what lies around it: keys, slots for states, and how its clock answers. Belongs
/// to the thread of its [Emulator]; others reach it between two frames only.
final class Console {
  private final Machine machine;
  private final boolean stepped;
  private final Folders folders;
  private final KeyQueue keys = new KeyQueue();
  private final Map<Long, byte[]> slots = new HashMap<>();

  Console(Machine machine, boolean stepped, Folders folders) {
    this.machine = machine;
    this.stepped = stepped;
    this.folders = folders;
  }

  Machine machine() {
    return machine;
  }

  /// Where clients may name files.
  Folders folders() {
    return folders;
  }

  KeyQueue keys() {
    return keys;
  }

  /// States by slot; whoever puts one in keeps the number small.
  Map<Long, byte[]> slots() {
    return slots;
  }

  void frame() {
    keys.update(machine.frames());
    machine.frame(keys.held() & Key.ALL);
  }

  /// The frame, as `currentFrame` answers it; with the pace `step`, asking lets one pass.
  long clock() {
    if (stepped) {
      frame();
    }
    return machine.frames();
  }
}
