package dev.playloop.ingest.clients;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A small program that does with one client what it is told, a line for each order and each
/// answer. Used by one thread, but for [#held].
public final class DriverProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<String> command;
  private final Path errors;
  private final StringBuilder said = new StringBuilder();
  private volatile @Nullable Running running;

  private record Running(Process process, BufferedWriter in, BlockingQueue<Optional<String>> out) {}

  /// That it gave no answer, or one that says what went wrong in it.
  static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Broken(String message) {
      super(message);
    }
  }

  DriverProcess(List<String> command) {
    this.command = command;
    try {
      this.errors = Files.createTempFile("driver", ".err");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public JsonNode tell(JsonNode order) {
    return tell(order, PATIENCE);
  }

  /// Whoever does not answer in time is ended; the next order finds another.
  JsonNode tell(JsonNode order, Duration patience) {
    Running it = running();
    write(it, order);
    JsonNode answer;
    try {
      Optional<String> line = it.out().poll(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (line == null || line.isEmpty()) {
        String why = line == null ? " is not answered" : " ends the driver: " + errorsSaid();
        end();
        throw new Broken(order.path("do").asString() + why);
      }
      said.append(line.get()).append('\n');
      answer = Lines.read(line.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Broken("interrupted");
    }
    if (answer.has("error")) {
      end();
      throw new Broken(answer.path("error").asString());
    }
    return answer;
  }

  /// Says whether a request is kept unanswered: whoever waits for it is at rest then.
  void held(boolean held) {
    Running it = running;
    if (it != null) {
      write(it, Lines.order("held").put("held", held));
    }
  }

  /// All that it has said so far, with its errors.
  String said() {
    return said + errorsSaid();
  }

  private String errorsSaid() {
    try {
      return Files.readString(errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Running it, JsonNode order) {
    synchronized (it.in()) {
      try {
        it.in().write(Lines.write(order));
        it.in().newLine();
        it.in().flush();
      } catch (IOException e) {
        // It has ended, which whoever waits for its answer sees.
      }
    }
  }

  private Running running() {
    Running it = running;
    if (it == null || !it.process().isAlive()) {
      it = start();
      running = it;
    }
    return it;
  }

  private Running start() {
    try {
      Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      BlockingQueue<Optional<String>> lines = new ArrayBlockingQueue<>(64);
      Thread.ofVirtual().start(() -> read(process, lines));
      return new Running(process, process.outputWriter(StandardCharsets.UTF_8), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void read(Process process, BlockingQueue<Optional<String>> lines) {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = out.readLine();
      while (line != null) {
        lines.put(Optional.of(line));
        line = out.readLine();
      }
      lines.put(Optional.empty());
    } catch (IOException | InterruptedException e) {
      // It was ended.
    }
  }

  private void end() {
    Running it = running;
    running = null;
    if (it != null) {
      it.process().destroyForcibly();
    }
  }

  @Override
  public void close() {
    end();
    try {
      Files.deleteIfExists(errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
