package dev.playloop.launcher.hostile;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.cli.Playloop;
import dev.playloop.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/// `./playloop up` as a process of its own, with a home and a data folder of its own. What it says
/// goes to a file. One thread.
final class UpProcess implements AutoCloseable {
  private static final String IS_UP = "Playloop is up";

  private final Path home;
  private final Path data;
  private final Process process;

  private UpProcess(Path home, Path data, Process process) {
    this.home = home;
    this.data = data;
    this.process = process;
  }

  /// Returns at once.
  ///
  /// @param home its folder `.playloop`, and what it says, lie there
  /// @param settings environment variables
  static UpProcess launch(Path home, Path data, Map<String, String> settings, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx768m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dplayloop.home=" + home,
                "-cp",
                System.getProperty("java.class.path"),
                Playloop.class.getName(),
                "up"));
    command.addAll(List.of(arguments));
    command.addAll(List.of("--data", data.toString()));
    try {
      Files.createDirectories(home);
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(home.resolve("said").toFile());
      builder.environment().put("PLAYLOOP_HTTP_PORT", "0");
      builder.environment().putAll(settings);
      return new UpProcess(home, data, builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Waits until it says that it is up.
  UpProcess awaitUp() {
    String said = Await.until(this::said, text -> text.contains(IS_UP) || !process.isAlive());
    if (!said.contains(IS_UP)) {
      close();
      throw new AssertionError("up is not up: " + said);
    }
    return this;
  }

  /// Waits until it has ended by itself.
  int awaitEnd() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      close();
      throw new AssertionError("up does not end: " + said());
    }
    return process.exitValue();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /// All that its terminal shows.
  String said() {
    return text(home.resolve("said"));
  }

  String log() {
    return text(home.resolve(".playloop/up.log"));
  }

  URI http() {
    return URI.create(properties(home.resolve(".playloop/up.properties")).getProperty("http"));
  }

  String httpToken() {
    return text(home.resolve(".playloop/http.header"))
        .replace("Authorization: Bearer ", "")
        .strip();
  }

  Path operatorFile() {
    return data.resolve("access/operator.properties");
  }

  /// As its own commands reach its Kafka.
  KafkaSettings operator() {
    return KafkaSettings.from(AllSettings.read(Map.of(), operatorFile()));
  }

  /// As a game does.
  Properties game() {
    return properties(data.resolve("access/client.properties"));
  }

  /// SIGKILL: it has no time for anything.
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /// SIGTERM, as Ctrl-C is SIGINT.
  int stop() throws InterruptedException {
    process.destroy();
    return awaitEnd();
  }

  /// Whether no process of its data folder is left; PostgreSQL's have left the tree, and name it.
  boolean isGone() {
    return !process.isAlive()
        && ProcessHandle.allProcesses()
            .noneMatch(it -> it.info().commandLine().orElse("").contains(data.toString()));
  }

  /// Returns when nothing writes to its folder any more; what [#kill] leaves there is left to those
  /// who come next.
  @Override
  public void close() {
    if (!process.isAlive()) {
      return;
    }
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroyForcibly();
    Await.until("the end of all processes of " + data, this::isGone);
  }

  private static String text(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Properties properties(Path file) {
    Properties properties = new Properties();
    try (var in = Files.newBufferedReader(file)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }
}
