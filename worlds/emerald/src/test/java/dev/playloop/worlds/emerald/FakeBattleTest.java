package dev.playloop.worlds.emerald;

import dev.playloop.worlds.emulator.TestEmulator;

/// On the console in Java.
class FakeBattleTest extends BattleScenarios<TestRig> {
  @Override
  protected TestRig open() {
    return new TestRig(TestEmulator.start());
  }
}
