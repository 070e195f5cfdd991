package dev.playloop.worlds.emerald;

import dev.playloop.emulator.TestEmulator;

/// On the console in Java.
class FakeHandsTest extends HandsScenarios<TestRig> {
  @Override
  protected TestRig open() {
    return new TestRig(TestEmulator.start());
  }
}
