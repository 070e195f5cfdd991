package dev.playloop.worlds.emulator;

import org.junit.jupiter.api.Tag;

/// The API over mGBA, in a process of its own.
@Tag("mgba")
class MgbaApiTest extends ApiContract {
  MgbaApiTest() {
    super(TestEmulator.startMgba());
  }
}
