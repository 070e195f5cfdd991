package dev.playloop.worlds.emulator;

/// The keys of the API over the Java machine.
class ThumbKeysTest extends KeysContract {
  ThumbKeysTest() {
    super(TestEmulator.start());
  }
}
