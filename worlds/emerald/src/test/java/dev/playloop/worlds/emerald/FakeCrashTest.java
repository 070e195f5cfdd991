package dev.playloop.worlds.emerald;

import dev.playloop.worlds.emulator.TestEmulator;

/// On the console in Java.
class FakeCrashTest extends CrashScenarios {
  @Override
  protected TestRig open() {
    return new TestRig(TestEmulator.start());
  }
}
