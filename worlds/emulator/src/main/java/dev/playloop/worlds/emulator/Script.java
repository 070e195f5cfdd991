package dev.playloop.worlds.emulator;

import dev.playloop.worlds.emulator.machine.Hex;
import dev.playloop.worlds.emulator.machine.Key;
import dev.playloop.worlds.emulator.machine.Machine;
import dev.playloop.worlds.emulator.machine.Roms;
import dev.playloop.worlds.emulator.machine.Screen;
import java.util.Map;
import java.util.zip.CRC32;

/// What mGBASocketServer.lua does with its messages, word for word. Runs on the emulator's thread.
final class Script {
  /// The answer of a command that has nothing to say, or failed to load or save.
  static final String SUCCESS = "<|SUCCESS|>";

  /// The answer of a command that could not be understood or carried out.
  static final String ERROR = "<|ERROR|>";

  private static final long RANGE_MAX = 1 << 20;
  private static final int SLOTS_MAX = 10;

  private final Console console;
  private final Message message;

  private Script(Console console, Message message) {
    this.console = console;
    this.message = message;
  }

  static String answer(Console console, Message message) {
    try {
      return new Script(console, message).answer();
    } catch (ScriptError refused) {
      return ERROR;
    }
  }

  private String answer() {
    int dot = message.type().lastIndexOf('.');
    String group = dot < 0 ? "" : message.type().substring(0, dot);
    String name = message.type().substring(dot + 1);
    return switch (group) {
      case "core" -> core(name);
      case "mgba-http.button" -> button(name);
      case "coreAdapter" -> adapter(name);
      case "memoryDomain" -> domain(name, Domain.named(text(0)));
      case "console" -> SUCCESS;
      default -> unknown();
    };
  }

  /// The script lets pass what it does not know; what mGBA has and we have not is an error, so that
  /// nobody takes it for done.
  private String unknown() {
    return switch (message.type()) {
      case "core.readRegister",
          "core.writeRegister",
          "core.step",
          "core.loadFile",
          "core.loadSaveFile",
          "core.autoloadSave",
          "mgba-http.extension.loadFile" ->
          throw new ScriptError(message.type() + " is not part of this emulator");
      default -> SUCCESS;
    };
  }

  private String core(String name) {
    Machine machine = console.machine();
    return switch (name) {
      case "read8" -> read(number(0), 1);
      case "read16" -> read(number(0), 2);
      case "read32" -> read(number(0), 4);
      case "readRange" -> range(number(0), number(1));
      case "write8" -> write(number(0), 1, number(1));
      case "write16" -> write(number(0), 2, number(1));
      case "write32" -> write(number(0), 4, number(1));
      case "currentFrame" -> Long.toString(console.clock());
      case "frameCycles" -> "280896";
      case "frequency" -> "16777216";
      case "platform" -> "0";
      case "getGameTitle" -> Roms.title(machine.rom());
      case "getGameCode" -> Roms.code(machine.rom());
      case "romSize" -> Integer.toString(machine.rom().length);
      case "checksum" -> checksum(machine.rom());
      case "screenshot" -> {
        StateFiles.write(console.folders().file(text(0)), Screen.png(machine.screen()));
        yield SUCCESS;
      }
      case "addKey", "addKeys", "clearKey", "clearKeys", "setKeys", "getKey", "getKeys" ->
          keys(name);
      case "saveStateFile",
          "loadStateFile",
          "saveStateSlot",
          "loadStateSlot",
          "saveStateBuffer",
          "loadStateBuffer" ->
          state(name, machine);
      default -> unknown();
    };
  }

  private String keys(String name) {
    KeyQueue keys = console.keys();
    return switch (name) {
      case "getKeys" -> Integer.toString(keys.held());
      case "getKey" -> (keys.held() & key()) == 0 ? "0" : "1";
      case "addKey" -> done(() -> keys.add(key()));
      case "clearKey" -> done(() -> keys.clear(key()));
      case "addKeys" -> done(() -> keys.add((int) number(0)));
      case "clearKeys" -> done(() -> keys.clear((int) number(0)));
      default -> done(() -> keys.set((int) number(0)));
    };
  }

  private int key() {
    return 1 << (int) number(0);
  }

  private String button(String name) {
    KeyQueue keys = console.keys();
    return switch (name) {
      case "add" -> done(() -> keys.add(oneButton()));
      case "addMany" -> done(() -> keys.add(buttons()));
      case "clear" -> done(() -> keys.clear(oneButton()));
      case "clearMany" -> done(() -> keys.clear(buttons()));
      case "get" -> (keys.held() & oneButton()) == 0 ? "0" : "1";
      case "getAll" -> String.join(",", Key.labels(keys.held()));
      case "tap", "tapMany" -> press(KeyQueue.TAP);
      case "hold", "holdMany" -> press(number(1));
      default -> unknown();
    };
  }

  private String press(long duration) {
    return done(() -> console.keys().press(buttons(), console.machine().frames(), duration));
  }

  private int oneButton() {
    String name = text(0);
    return Key.labelled(name).orElseThrow(() -> new ScriptError("no button `" + name + "`")).mask();
  }

  /// Names with semicolons; those that don't exist press nothing.
  private int buttons() {
    int mask = 0;
    for (String name : text(0).split(";", -1)) {
      mask |= Key.labelled(name).map(Key::mask).orElse(0);
    }
    return mask;
  }

  private String state(String name, Machine machine) {
    return switch (name) {
      case "saveStateFile" ->
          truth(StateFiles.write(console.folders().file(text(0)), machine.save()));
      case "loadStateFile" -> truth(StateFiles.load(console.folders().file(text(0)), machine));
      case "saveStateBuffer" -> Hex.list(machine.save());
      case "loadStateBuffer" -> truth(machine.load(StateFiles.unwrapped(buffer())));
      case "saveStateSlot" -> truth(saveSlot(machine));
      default -> {
        byte[] state = console.slots().get(number(0));
        yield truth(state != null && machine.load(state));
      }
    };
  }

  private boolean saveSlot(Machine machine) {
    Map<Long, byte[]> slots = console.slots();
    long slot = number(0);
    if (!slots.containsKey(slot) && slots.size() == SLOTS_MAX) {
      return false;
    }
    slots.put(slot, machine.save());
    return true;
  }

  private byte[] buffer() {
    String text = text(0);
    if (!text.startsWith("[") || !text.endsWith("]")) {
      throw new ScriptError("a state is `[` hex bytes with commas `]`");
    }
    try {
      return Hex.bytes(text.substring(1, text.length() - 1));
    } catch (IllegalArgumentException e) {
      throw new ScriptError("a state is `[` hex bytes with commas `]`: " + e.getMessage());
    }
  }

  private String adapter(String name) {
    return switch (name) {
      case "reset" -> done(console.machine()::reset);
      case "memory" -> Domain.list();
      default -> unknown();
    };
  }

  private String domain(String name, Domain domain) {
    return switch (name) {
      case "base" -> Long.toString(domain.base());
      case "bound" -> Long.toString(domain.bound());
      case "size" -> Long.toString(domain.size());
      case "name" -> domain.title();
      case "read8" -> read(domain, number(1), 1);
      case "read16" -> read(domain, number(1), 2);
      case "read32" -> read(domain, number(1), 4);
      case "readRange" -> range(domain, number(1), number(2));
      case "write8" -> write(domain, 1);
      case "write16" -> write(domain, 2);
      case "write32" -> write(domain, 4);
      default -> unknown();
    };
  }

  /// Odd offsets are made even, and behind the end there is 0.
  private String read(Domain domain, long offset, int bytes) {
    long aligned = offset & -bytes;
    return domain.has(aligned, bytes) ? read(domain.base() + aligned, bytes) : "0";
  }

  private String range(Domain domain, long offset, long length) {
    if (domain.has(offset, length)) {
      return range(domain.base() + offset, length);
    }
    byte[] bytes = new byte[checked(length)];
    for (int i = 0; i < bytes.length; i++) {
      if (domain.has(offset + i, 1)) {
        bytes[i] = console.machine().read(domain.base() + offset + i, 1)[0];
      }
    }
    return Hex.list(bytes);
  }

  private String write(Domain domain, int bytes) {
    long aligned = number(1) & -bytes;
    long value = number(2);
    return domain.has(aligned, bytes) ? write(domain.base() + aligned, bytes, value) : SUCCESS;
  }

  private String read(long address, int bytes) {
    return Long.toString(Numbers.read(console.machine(), address, bytes));
  }

  private String range(long address, long length) {
    return Hex.list(console.machine().read(address, checked(length)));
  }

  private static int checked(long length) {
    if (length < 0 || length > RANGE_MAX) {
      throw new ScriptError("length must be 0 to " + RANGE_MAX + ", is " + length);
    }
    return (int) length;
  }

  private String write(long address, int bytes, long value) {
    return done(() -> Numbers.write(console.machine(), address, bytes, value));
  }

  private static String checksum(byte[] rom) {
    CRC32 crc = new CRC32();
    crc.update(rom);
    return Long.toString(crc.getValue());
  }

  private static String done(Runnable work) {
    work.run();
    return SUCCESS;
  }

  private static String truth(boolean fine) {
    return fine ? "true" : SUCCESS;
  }

  private String text(int index) {
    return message.value(index);
  }

  /// A number as Lua reads it: decimal, or hexadecimal behind `0x`.
  private long number(int index) {
    String text = message.value(index).strip();
    try {
      return text.regionMatches(true, 0, "0x", 0, 2)
          ? Long.parseUnsignedLong(text, 2, text.length(), 16)
          : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new ScriptError("value " + (index + 1) + " must be a number, is `" + text + "`");
    }
  }
}
