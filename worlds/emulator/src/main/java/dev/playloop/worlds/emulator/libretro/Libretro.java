package dev.playloop.worlds.emulator.libretro;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;

/// The functions of a libretro core as Java methods, and the host's callbacks as C functions. Knows
/// the C interface and nothing of the console. The core calls back on the thread that calls it.
@SuppressWarnings("restricted") // Calling C is what this class is for.
final class Libretro implements AutoCloseable {
  /// What a core asks of its host.
  interface Host {
    /// True when the request was understood.
    boolean environment(int command, MemorySegment data);

    void video(MemorySegment pixels, int width, int height, long pitch);

    /// Whether a button of the pad is held, by libretro's number.
    boolean pressed(int button);
  }

  public interface Plain {
    void call();
  }

  public interface Size {
    long get();
  }

  public interface Transfer {
    boolean call(MemorySegment data, long size);
  }

  public interface Ask {
    boolean call(MemorySegment data);
  }

  public interface Tell {
    void call(MemorySegment data);
  }

  private static final int INFO_SIZE = 40;
  private static final int GAME_SIZE = 32;
  private static final int TEXT_MAX = 256;
  private static final int PAD = 1;

  private final Arena arena = Arena.ofShared();
  private final Linker linker = Linker.nativeLinker();
  private final SymbolLookup library;
  private final Host host;

  private final Plain run;
  private final Plain reset;
  private final Plain unload;
  private final Plain end;
  private final Size stateSize;
  private final Transfer save;
  private final Transfer load;
  private final Ask insert;
  private boolean inserted;

  Libretro(Path file, Host host) {
    this.library = SymbolLookup.libraryLookup(file, arena);
    this.host = host;
    FunctionDescriptor transfer = FunctionDescriptor.of(JAVA_BOOLEAN, ADDRESS, JAVA_LONG);
    this.run = function(Plain.class, "retro_run", FunctionDescriptor.ofVoid());
    this.reset = function(Plain.class, "retro_reset", FunctionDescriptor.ofVoid());
    this.unload = function(Plain.class, "retro_unload_game", FunctionDescriptor.ofVoid());
    this.end = function(Plain.class, "retro_deinit", FunctionDescriptor.ofVoid());
    this.stateSize = function(Size.class, "retro_serialize_size", FunctionDescriptor.of(JAVA_LONG));
    this.save = function(Transfer.class, "retro_serialize", transfer);
    this.load = function(Transfer.class, "retro_unserialize", transfer);
    this.insert =
        function(Ask.class, "retro_load_game", FunctionDescriptor.of(JAVA_BOOLEAN, ADDRESS));
    callbacks();
    function(Plain.class, "retro_init", FunctionDescriptor.ofVoid()).call();
  }

  private <T> T function(Class<T> type, String name, FunctionDescriptor shape) {
    MemorySegment at =
        library
            .find(name)
            .orElseThrow(() -> new IllegalArgumentException("no libretro core: it has no " + name));
    return MethodHandleProxies.asInterfaceInstance(type, linker.downcallHandle(at, shape));
  }

  private void callbacks() {
    tell(
        "retro_set_environment",
        "environment",
        FunctionDescriptor.of(JAVA_BOOLEAN, JAVA_INT, ADDRESS));
    tell(
        "retro_set_video_refresh",
        "video",
        FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT, JAVA_INT, JAVA_LONG));
    tell("retro_set_audio_sample", "sample", FunctionDescriptor.ofVoid(JAVA_SHORT, JAVA_SHORT));
    tell(
        "retro_set_audio_sample_batch",
        "samples",
        FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_LONG));
    tell("retro_set_input_poll", "poll", FunctionDescriptor.ofVoid());
    tell(
        "retro_set_input_state",
        "input",
        FunctionDescriptor.of(JAVA_SHORT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
  }

  private void tell(String setter, String method, FunctionDescriptor shape) {
    MethodType type = shape.toMethodType();
    try {
      MethodHandle target =
          MethodHandles.lookup().findVirtual(Libretro.class, method, type).bindTo(this);
      function(Tell.class, setter, FunctionDescriptor.ofVoid(ADDRESS))
          .call(linker.upcallStub(target, shape, arena));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new IllegalStateException("no callback " + method + " of type " + type, e);
    }
  }

  // Called by the core, through the pointers that it was given.

  boolean environment(int command, MemorySegment data) {
    return host.environment(command, data);
  }

  void video(MemorySegment pixels, int width, int height, long pitch) {
    if (pixels.address() != 0) {
      host.video(pixels.reinterpret(pitch * height), width, height, pitch);
    }
  }

  /// Sound is thrown away.
  void sample(short left, short right) {}

  long samples(MemorySegment data, long count) {
    return count;
  }

  void poll() {}

  short input(int port, int device, int index, int button) {
    return (short) (port == 0 && device == PAD && host.pressed(button) ? 1 : 0);
  }

  /// Name and version.
  String name() {
    try (Arena shortly = Arena.ofConfined()) {
      MemorySegment info = shortly.allocate(INFO_SIZE);
      function(Tell.class, "retro_get_system_info", FunctionDescriptor.ofVoid(ADDRESS)).call(info);
      return text(info.get(ADDRESS, 0)) + " " + text(info.get(ADDRESS, 8));
    }
  }

  private static String text(MemorySegment at) {
    return at.reinterpret(TEXT_MAX).getString(0);
  }

  /// False when the core doesn't take this game.
  boolean insert(byte[] rom) {
    MemorySegment data = arena.allocate(rom.length, 16);
    MemorySegment.copy(rom, 0, data, JAVA_BYTE, 0, rom.length);
    MemorySegment game = arena.allocate(GAME_SIZE, 8);
    game.set(ADDRESS, 0, arena.allocateFrom("game.gba"));
    game.set(ADDRESS, 8, data);
    game.set(JAVA_LONG, 16, rom.length);
    inserted = insert.call(game);
    return inserted;
  }

  void run() {
    run.call();
  }

  void reset() {
    reset.call();
  }

  byte[] save() {
    long size = stateSize.get();
    try (Arena shortly = Arena.ofConfined()) {
      MemorySegment state = shortly.allocate(size);
      if (!save.call(state, size)) {
        throw new IllegalStateException("the core can't save its state of " + size + " bytes");
      }
      return state.toArray(JAVA_BYTE);
    }
  }

  boolean load(byte[] state) {
    try (Arena shortly = Arena.ofConfined()) {
      MemorySegment data = shortly.allocate(state.length);
      MemorySegment.copy(state, 0, data, JAVA_BYTE, 0, state.length);
      return load.call(data, state.length);
    }
  }

  @Override
  public void close() {
    if (inserted) {
      unload.call();
    }
    end.call();
    arena.close();
  }
}
