package dev.playloop.proving.mutate;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// Runs one test of a built tree in a process of its own, as the build's own runner would.
///
/// @param excludedTags what this machine has nothing for
/// @param limit how long it may take
record TestProcess(String excludedTags, Duration limit) {
  /// How it ended. What is neither green nor red says nothing of the mutation: a loaded machine, or
  /// one without memory, ends tests too.
  enum End {
    GREEN,
    RED,
    NONE,
    /// Its process ended by itself, with another exit than those of [TestRun].
    DIED,
    TIMED_OUT
  }

  End run(Built tree, TestName test, Path log) throws InterruptedException {
    List<String> types = tree.typesNamed(test);
    if (types.size() != 1) {
      return End.NONE;
    }
    try {
      Files.createDirectories(log.getParent());
      ProcessBuilder builder = new ProcessBuilder(command(tree, test, types.getFirst()));
      builder.directory(tree.root().resolve(test.module()).toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("PLAYLOOP_"));
      builder.redirectErrorStream(true).redirectOutput(log.toFile());
      return end(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException("can't run " + test, e);
    }
  }

  private End end(Process process) throws InterruptedException {
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        return End.TIMED_OUT;
      }
      return switch (process.exitValue()) {
        case TestRun.GREEN -> End.GREEN;
        case TestRun.RED -> End.RED;
        case TestRun.NONE -> End.NONE;
        default -> End.DIED;
      };
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private List<String> command(Built tree, TestName test, String type) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx1g",
            "-XX:+EnableDynamicAgentLoading",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dbasedir=" + tree.root().resolve(test.module())));
    Set<Path> classPath = new LinkedHashSet<>(tree.testClassPath(test.module()));
    // The launcher and TestRun stand last: the tree's own classes win.
    for (String own : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(own).toAbsolutePath();
      String name = String.valueOf(path.getFileName());
      if (name.startsWith("junit-platform-") || path.equals(home())) {
        classPath.add(path);
      }
    }
    command.add("-cp");
    command.add(
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    command.add(TestRun.class.getName());
    command.add(excludedTags);
    command.add(type);
    if (!test.method().isEmpty()) {
      command.add(test.method());
    }
    return command;
  }

  /// Where this program's own classes lie.
  private static Path home() {
    return Path.of(TestRun.class.getProtectionDomain().getCodeSource().getLocation().getPath())
        .toAbsolutePath();
  }
}
