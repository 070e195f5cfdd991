package dev.playloop.worlds.emerald;

import dev.playloop.worlds.emulator.TestEmulator;
import org.junit.jupiter.api.Tag;

/// On the console in Java.
@Tag("slow")
class FakeCrashTest extends CrashScenarios {
  @Override
  protected TestRig open() {
    return new TestRig(TestEmulator.start());
  }
}
