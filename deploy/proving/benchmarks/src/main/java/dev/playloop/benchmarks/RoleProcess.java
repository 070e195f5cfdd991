package dev.playloop.benchmarks;

import dev.playloop.kit.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A role in a Java process of its own, with a heap of its own. Used by one thread.
final class RoleProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String READY = "ready";

  private final Process process;

  private RoleProcess(Process process) {
    this.process = process;
  }

  /// Starts `main` with `args`, which calls [#serve]; returns once its role is ready.
  static RoleProcess start(Class<?> main, String heap, List<String> args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseG1GC", "-Xmx" + heap, "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(args);
    RoleProcess started =
        new RoleProcess(
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    BufferedReader out =
        new BufferedReader(
            new InputStreamReader(started.process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.equals(READY)) {
        return started;
      }
    }
    throw new IllegalStateException("a role ended before it was ready");
  }

  /// In that process: keeps the role until the other process, or this standard input, ends.
  static void serve(Role role) throws IOException, InterruptedException {
    try (role) {
      if (!role.awaitReady(PATIENCE)) {
        throw new IllegalStateException("the role was not ready within " + PATIENCE);
      }
      System.out.println(READY);
      var _ = System.in.readAllBytes();
    }
  }

  /// The most memory that it had, in MiB, on Linux.
  long peakMib() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
      }
    }
    throw new IllegalStateException("the system does not tell what the process has");
  }

  @Override
  public void close() {
    process.destroy();
    try {
      var _ = process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
