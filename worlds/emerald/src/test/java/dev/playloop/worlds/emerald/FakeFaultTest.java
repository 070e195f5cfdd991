package dev.playloop.worlds.emerald;

import dev.playloop.worlds.emulator.TestEmulator;

/// On the console in Java.
class FakeFaultTest extends FaultScenarios {
  @Override
  protected TestRig open() {
    return new TestRig(TestEmulator.start());
  }
}
