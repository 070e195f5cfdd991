package dev.playloop.worlds.emulator;

import org.junit.jupiter.api.Tag;

/// The keys of the API over mGBA, in a process of its own.
@Tag("mgba")
class MgbaKeysTest extends KeysContract {
  MgbaKeysTest() {
    super(TestEmulator.startMgba());
  }
}
