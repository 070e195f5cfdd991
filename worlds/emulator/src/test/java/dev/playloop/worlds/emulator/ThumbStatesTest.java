package dev.playloop.worlds.emulator;

/// The states of the API over the Java machine.
class ThumbStatesTest extends StatesContract {
  ThumbStatesTest() {
    super(TestEmulator.start());
  }
}
