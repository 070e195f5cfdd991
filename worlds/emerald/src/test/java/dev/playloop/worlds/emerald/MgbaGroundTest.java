package dev.playloop.worlds.emerald;

import dev.playloop.worlds.emulator.TestEmulator;
import org.junit.jupiter.api.Tag;

/// On mGBA's own core, in a process of its own.
@Tag("mgba")
class MgbaGroundTest extends GroundScenarios<TestRig> {
  @Override
  protected TestRig open() {
    return new TestRig(TestEmulator.startMgba());
  }
}
