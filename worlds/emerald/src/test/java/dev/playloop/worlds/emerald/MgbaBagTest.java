package dev.playloop.worlds.emerald;

import dev.playloop.worlds.emulator.TestEmulator;
import org.junit.jupiter.api.Tag;

/// On mGBA's own core, in a process of its own.
@Tag("mgba")
class MgbaBagTest extends BagScenarios<TestRig> {
  @Override
  protected TestRig open() {
    return new TestRig(TestEmulator.startMgba());
  }
}
