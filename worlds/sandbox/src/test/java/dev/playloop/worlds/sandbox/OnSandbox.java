package dev.playloop.worlds.sandbox;

import static dev.playloop.worlds.sandbox.TestSandbox.SETTINGS;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// One sandbox for the tests of a class.
abstract class OnSandbox {
  static Sandbox sandbox;

  @BeforeAll
  static void start() {
    sandbox = Sandbox.start(SETTINGS);
  }

  @AfterAll
  static void stop() {
    sandbox.close();
  }
}
