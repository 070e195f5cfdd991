package dev.playloop.worlds.emerald;

import dev.playloop.emulator.TestEmulator;

/// On the console in Java.
class FakeFaultTest extends FaultScenarios {
  @Override
  protected TestRig open() {
    return new TestRig(TestEmulator.start());
  }
}
