package dev.playloop.launcher.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;

/// `./playloop worker ROLE --config FILE` on a thread of this JVM, as an operator starts it and
/// sees it: by its health and its exit code.
final class RoleThread implements AutoCloseable {
  private final HttpClient http = HttpClient.newHttpClient();
  private final StringWriter said = new StringWriter();
  private final int port;
  private final Thread thread;
  private volatile int code = -1;

  private RoleThread(String role, Path config, int port) {
    this.port = port;
    this.thread =
        new Thread(
            () ->
                code =
                    Playloop.commandLine()
                        .setOut(new PrintWriter(said))
                        .setErr(new PrintWriter(said))
                        .execute("worker", role, "--config", config.toString()),
            "worker-" + role);
  }

  /// With these settings and client properties in a file of its own.
  static RoleThread start(Path folder, String role, Map<String, String> settings) {
    int port = freePort();
    Properties all = new Properties();
    all.putAll(settings);
    all.put("playloop.health.port", String.valueOf(port));
    all.put("playloop.http.port", "0");
    all.put("playloop.data", folder.resolve(role).toString());
    Path config = folder.resolve(role + "-" + port + ".properties");
    write(config, all);
    RoleThread started = new RoleThread(role, config, port);
    started.thread.start();
    return started;
  }

  static void write(Path config, Properties settings) {
    try (var out = Files.newOutputStream(config)) {
      settings.store(out, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Status and body of `/health/<what>`; 0 where nothing listens.
  Answer health(String what) {
    try {
      HttpResponse<String> response =
          http.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health/" + what))
                  .timeout(Duration.ofSeconds(60))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body());
    } catch (IOException e) {
      return new Answer(0, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer(0, "interrupted");
    }
  }

  record Answer(int status, String body) {}

  boolean isRunning() {
    return thread.isAlive();
  }

  /// -1 while it runs.
  int code() {
    return code;
  }

  String said() {
    return said.toString();
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(Duration.ofSeconds(60));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
