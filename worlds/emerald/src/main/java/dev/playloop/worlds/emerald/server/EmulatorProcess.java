package dev.playloop.worlds.emerald.server;

import dev.playloop.http.AccessToken;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emulator.EmulatorMain;
import dev.playloop.worlds.model.CannotOpenWorld;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// An emulator in a process of its own, on the game that it brings along. Ends with this process:
/// its standard input is its tie to life.
///
/// @param process the emulator
/// @param url where it serves the API of mGBA-http
/// @param token what it asks for
/// @param core what plays the game, as the emulator tells
public record EmulatorProcess(Process process, URI url, String token, String core)
    implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmulatorProcess.class);
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
  private static final String STEP = "step";

  /// Twice as many as a game takes until it can be looked at.
  private static final int BEGUN = 120;

  /// Returns when it answers. `state` is where it finds and leaves the state of the game; null: it
  /// begins anew, and keeps nothing. Clients may have it write pictures to `screens` only.
  public static EmulatorProcess start(String speed, @Nullable Path state, @Nullable Path screens) {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                EmulatorMain.class.getName(),
                "--http",
                "0",
                "--speed",
                speed,
                "--parent-watch"));
    if (state != null) {
      words.addAll(List.of("--state", state.toString()));
    }
    if (screens != null) {
      words.addAll(List.of("--files", screens.toString()));
    }
    String token = AccessToken.fresh();
    Process process = null;
    boolean started = false;
    try {
      if (state != null) {
        Files.createDirectories(state.toAbsolutePath().getParent());
      }
      if (screens != null) {
        Files.createDirectories(screens);
      }
      ProcessBuilder builder = new ProcessBuilder(words);
      // Not as an argument: those are seen by every user of the machine.
      builder.environment().put(EmulatorMain.TOKEN, token);
      process = builder.start();
      log(process);
      EmulatorProcess emulator = announced(process, token);
      if (speed.equals(STEP)) {
        emulator.begin();
      }
      started = true;
      return emulator;
    } catch (IOException e) {
      throw failed(String.valueOf(e.getMessage()), e);
    } finally {
      if (!started && process != null) {
        process.destroyForcibly();
      }
    }
  }

  /// Reads the one line in which it says where it is.
  private static EmulatorProcess announced(Process process, String token) {
    CompletableFuture<@Nullable String> line =
        CompletableFuture.supplyAsync(() -> {
          try {
            return reader(process.getInputStream()).readLine();
          } catch (IOException e) {
            return null;
          }
        });
    try {
      String said = line.get(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      if (said == null) {
        throw failed("it ended before it was ready", null);
      }
      JsonNode where = Json.tree(said);
      return new EmulatorProcess(
          process,
          URI.create(where.path("http").asString("")),
          token,
          where.path("core").asString("unknown"));
    } catch (TimeoutException e) {
      throw failed("it said nothing within " + START_LIMIT.toSeconds() + " s", e);
    } catch (ExecutionException | IllegalArgumentException e) {
      throw failed("it said something else than where it listens", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("the start was interrupted", e);
    }
  }

  /// Where no frame passes by itself, the first to look would find a game that has not begun.
  private void begin() throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(url.resolve("/playloop/step?frames=" + BEGUN))
            .header("Authorization", "Bearer " + token)
            .timeout(START_LIMIT)
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      int status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      if (status != 200) {
        throw failed("its game can't begin: " + status, null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("the start was interrupted", e);
    }
  }

  private static CannotOpenWorld failed(String why, @Nullable Exception cause) {
    return CannotOpenWorld.machine(
        "the emulator did not start: " + why,
        "the log says more; './playloop doctor' checks this machine.",
        cause);
  }

  private static void log(Process process) {
    Thread.ofVirtual()
        .name("emulator-log")
        .start(() -> {
          try (BufferedReader said = reader(process.getErrorStream())) {
            said.lines().forEach(line -> LOG.info("emulator: {}", line));
          } catch (IOException e) {
            LOG.debug("the emulator's log ended", e);
          }
        });
  }

  private static BufferedReader reader(java.io.InputStream in) {
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "EmulatorProcess[%s, %s, %s]".formatted(process.pid(), url, core);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /// Lets it save its state and go; takes it down where it does not.
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
