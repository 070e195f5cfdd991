package dev.playloop.worlds.emerald;

import dev.playloop.worlds.emulator.TestEmulator;

/// On the console in Java.
class FakeWalkTest extends WalkScenarios<TestRig> {
  @Override
  protected TestRig open() {
    return new TestRig(TestEmulator.start());
  }
}
