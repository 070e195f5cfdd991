package dev.playloop.worlds.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What the tests of this module share.
final class TestSandbox {
  static final JsonMapper JSON = JsonMapper.builder().build();
  static final GuestCall CALL = new GuestCall("ada", "tool-1");

  /// For code that never ends: how long is not what is tested.
  static final Limits SHORT = Limits.DEFAULT.withWallClock(Duration.ofMillis(700));

  /// For code that does something first, and then never ends: long enough for that, on a machine
  /// that is busy.
  static final Limits BOUNDED = Limits.DEFAULT.withWallClock(Duration.ofSeconds(20));

  /// For code that must end before its time, on a machine that is busy.
  static final Limits PATIENT = Limits.DEFAULT.withWallClock(Duration.ofMinutes(5));

  static final SandboxSettings SETTINGS =
      SandboxSettings.DEFAULT.withPatience(Duration.ofSeconds(90));

  private TestSandbox() {}

  static Outcome run(Sandbox sandbox, String code, Object... args) throws InterruptedException {
    return run(sandbox, code, PATIENT, new FakeHost(), args);
  }

  static Outcome run(Sandbox sandbox, String code, Limits limits, HostPort host, Object... args)
      throws InterruptedException {
    List<JsonNode> nodes = Arrays.stream(args).map(arg -> JSON.<JsonNode>valueToTree(arg)).toList();
    return sandbox.run(Program.javascript(code), nodes, CALL, limits, host);
  }

  /// The value that was returned.
  static JsonNode value(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Returned.class);
    return ((Outcome.Returned) outcome).value();
  }

  static Outcome.Failed failure(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
    return (Outcome.Failed) outcome;
  }

  /// The process's working directory, where the system tells.
  static Optional<Path> folder(long pid) {
    try {
      return Optional.of(Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd")));
    } catch (IOException noProc) {
      return Optional.empty();
    }
  }

  static boolean lives(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
