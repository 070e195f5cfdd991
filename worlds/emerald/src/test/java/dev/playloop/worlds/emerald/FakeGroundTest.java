package dev.playloop.worlds.emerald;

import dev.playloop.worlds.emulator.TestEmulator;
import org.junit.jupiter.api.Tag;

/// On the console in Java.
@Tag("slow")
class FakeGroundTest extends GroundScenarios<TestRig> {
  @Override
  protected TestRig open() {
    return new TestRig(TestEmulator.start());
  }
}
