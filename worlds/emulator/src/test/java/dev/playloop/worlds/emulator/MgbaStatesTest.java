package dev.playloop.worlds.emulator;

import org.junit.jupiter.api.Tag;

/// The states of the API over mGBA, in a process of its own.
@Tag("mgba")
class MgbaStatesTest extends StatesContract {
  MgbaStatesTest() {
    super(TestEmulator.startMgba());
  }
}
