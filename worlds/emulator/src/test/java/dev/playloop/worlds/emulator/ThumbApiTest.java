package dev.playloop.worlds.emulator;

/// The API over the Java machine.
class ThumbApiTest extends ApiContract {
  ThumbApiTest() {
    super(TestEmulator.start());
  }
}
