package dev.playloop.worlds.sandbox;

import static dev.playloop.worlds.sandbox.TestSandbox.JSON;
import static dev.playloop.worlds.sandbox.TestSandbox.PATIENT;
import static dev.playloop.worlds.sandbox.TestSandbox.SETTINGS;
import static dev.playloop.worlds.sandbox.TestSandbox.run;
import static dev.playloop.worlds.sandbox.TestSandbox.value;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/// Code that does mean harm, over real children. After each attack the next run must work, in this
/// same sandbox; that a class gets to its end says that its own process came to no harm.
abstract class Attacks {
  static Sandbox sandbox;

  @BeforeAll
  static void start() {
    sandbox = Sandbox.start(SETTINGS);
  }

  @AfterAll
  static void stop() {
    sandbox.close();
  }

  @AfterEach
  void theNextRunWorks() throws InterruptedException {
    FakeHost host = new FakeHost();
    Outcome next = run(sandbox, "function run(x) { return [x, read('a')]; }", PATIENT, host, 7);
    assertThat(value(next)).isEqualTo(JSON.readTree("[7,\"content of a\"]"));
  }
}
