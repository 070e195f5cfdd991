package dev.playloop.worlds.emulator.machine;

/// One console with one game in it. Used by one thread at a time, which [Emulator] owns; nothing
/// happens in it but during a call. Addresses are the console's own, as 32 unsigned bits.
public interface Machine extends AutoCloseable {
  int WIDTH = 240;
  int HEIGHT = 160;

  /// What plays, in words for a person: `mGBA 0.10.1` or `java`.
  String core();

  /// Runs until the next frame ends, with these keys held ([Key]: bits 0 to 9) all the way.
  ///
  /// @throws MachineFault when the game does what this machine can't; the machine is then of no
  ///   more use
  void frame(int keys);

  /// Frames since the last reset; a loaded state brings its own count.
  long frames();

  /// The bytes from `address` on as a program would read them; 0 where nothing is.
  byte[] read(long address, int length);

  /// Writes work RAM, palette, video RAM and sprites; what lies elsewhere is ignored.
  void write(long address, byte[] bytes);

  /// Everything the game's future depends on.
  byte[] save();

  /// Goes on from what [#save] gave. False and no change when it is no state of this machine.
  boolean load(byte[] state);

  /// As if switched off and on.
  void reset();

  /// The picture of the last frame, row by row, as `0xRRGGBB`.
  int[] screen();

  /// The game as it was put in.
  byte[] rom();

  @Override
  void close();
}
