package dev.playloop.worlds.emulator;

/// How a [TestEmulator] gets at its machine, past HTTP's faults. Lets no frame pass but [#step].
interface Reach extends AutoCloseable {
  /// What serves the API.
  Handler handler();

  byte[] save();

  /// Loads a state, lets go of all keys, and ends a pause. False when it is no state of this
  /// machine.
  boolean restore(byte[] state);

  long step(int frames);

  long frame();

  int keys();

  void keys(int mask);

  byte[] read(long address, int length);

  void write(long address, byte[] bytes);

  byte[] png();

  String gameCode();

  void pause();

  void resume();

  @Override
  void close();
}
