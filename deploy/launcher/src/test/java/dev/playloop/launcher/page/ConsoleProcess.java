package dev.playloop.launcher.page;

import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.launcher.cli.Playloop;
import dev.playloop.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// `./playloop worker console` as a process of its own, which can be killed and comes back at the
/// same address, with the index that it left. One thread.
final class ConsoleProcess implements AutoCloseable {
  private final Path folder;
  private final String address;
  private final Path config;
  private Process process;

  private ConsoleProcess(Path folder, int port, Path config) throws IOException {
    this.folder = folder;
    this.address = "http://127.0.0.1:" + port;
    this.config = config;
    this.process = launch();
  }

  static ConsoleProcess start(Path folder, LocalSystem system) throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Path config =
        Files.writeString(
            folder.resolve("console.properties"),
            Working.cluster(system)
                + "playloop.console.port=%d%nplayloop.console.folder=%s%nplayloop.health.port=0%n"
                    .formatted(port, folder.resolve("index")));
    Files.createDirectories(folder.resolve("index"));
    ConsoleProcess started = new ConsoleProcess(folder, port, config);
    started.awaitAnswer();
    return started;
  }

  private Process launch() throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                Playloop.class.getName(),
                "worker",
                "console",
                "--config",
                config.toString()))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("console.log").toFile()))
        .start();
  }

  String address() {
    return address;
  }

  /// SIGKILL: it has no time for anything.
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /// The next one, which goes on with what that left.
  void startAgain() throws IOException {
    process = launch();
  }

  private void awaitAnswer() {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest asked = HttpRequest.newBuilder(URI.create(address + "/now")).build();
      Await.until(
          () -> {
            try {
              return http.send(asked, BodyHandlers.discarding()).statusCode() + log();
            } catch (IOException e) {
              return e + log();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          },
          said -> said.startsWith("200"));
    }
  }

  private String log() {
    try {
      return "\n" + Files.readString(folder.resolve("console.log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
