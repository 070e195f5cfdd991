package dev.playloop.chaos.process;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A Java process of our own on this process's class path. It is only ever signalled by its own
/// handle or pid, and ends with this process at the latest.
public final class Jvm {
  private static final List<String> FLAGS =
      List.of(
          "-Xms32m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:+IgnoreUnrecognizedVMOptions",
          "-XX:-UsePerfData",
          "--sun-misc-unsafe-memory-access=allow",
          "--enable-native-access=ALL-UNNAMED");

  private static final int GONE_SECONDS = 120;

  private final String name;
  private final Process process;

  private Jvm(String name, Process process) {
    this.name = name;
    this.process = process;
  }

  /// What to run.
  ///
  /// @param within the command that starts it, as `ip netns exec …`; empty for none
  /// @param heapMb the largest heap
  /// @param flags more of them for the JVM
  /// @param environment what a command line must not show
  /// @param log gets standard output and error, appended
  @RecordBuilder
  public record Launch(
      String name,
      @RecordBuilder.Initializer("JUST_SO") List<String> within,
      Class<?> main,
      int heapMb,
      List<String> flags,
      Map<String, String> properties,
      Map<String, String> environment,
      List<String> arguments,
      Path log) {
    public static final List<String> JUST_SO = List.of();
  }

  public static Jvm start(Launch launch) {
    List<String> command = new ArrayList<>(launch.within());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + launch.heapMb() + "m");
    command.addAll(FLAGS);
    command.addAll(launch.flags());
    command.add("-Djava.io.tmpdir=" + temporary(launch.log()));
    launch.properties().forEach((key, value) -> command.add("-D" + key + "=" + value));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(launch.main().getName());
    command.addAll(launch.arguments());
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(key -> key.startsWith("PLAYLOOP_"));
    builder.environment().putAll(launch.environment());
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(launch.log().toFile()));
    try {
      // Its standard input stays open for as long as this process lives; see Lifeline.
      return new Jvm(launch.name(), builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException("can't start " + launch.name(), e);
    }
  }

  /// Beside the log: what a killed process has unpacked goes with its history.
  private static Path temporary(Path log) {
    try {
      return Files.createDirectories(log.resolveSibling("tmp"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /// What it exited with; 137 and 143 are the signals KILL and TERM.
  public int exitCode() {
    return process.exitValue();
  }

  /// `kill -9`, and waits until it is gone: until then its folder is its own, and on a machine that
  /// is busy that takes longer than one thinks.
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    awaitEnd(GONE_SECONDS);
  }

  /// As [#kill], and nobody interrupts it.
  public void close() {
    process.destroyForcibly();
    Process _ =
        process
            .onExit()
            .orTimeout(GONE_SECONDS, TimeUnit.SECONDS)
            .exceptionally(_ -> process)
            .join();
  }

  /// SIGTERM: it closes what it has, and ends. Its streams stay open: [Process#destroy()] closes
  /// its standard input too, by which [Lifeline] halts it as if it had been killed.
  public void end() {
    process.toHandle().destroy();
  }

  public boolean awaitEnd(int seconds) throws InterruptedException {
    return process.waitFor(seconds, TimeUnit.SECONDS);
  }

  /// Takes it off the processor, without telling it.
  public void freeze() throws InterruptedException {
    signal("STOP");
  }

  public void thaw() throws InterruptedException {
    signal("CONT");
  }

  private void signal(String signal) throws InterruptedException {
    if (!process.isAlive()) {
      return;
    }
    try {
      new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException("can't send " + signal + " to " + name, e);
    }
  }

  @Override
  public String toString() {
    return name + " (" + process.pid() + ")";
  }
}
