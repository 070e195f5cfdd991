package dev.playloop.worlds.village;

import dev.playloop.schemas.Printable;
import dev.playloop.worlds.model.game.GameStart;
import dev.playloop.worlds.model.game.RunningGame;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The process, and what it has said. Its lines are read by a thread of their own.
final class VillageProcess implements RunningGame {
  private static final String READY = "village at ";
  private static final String PLAYED = "played";
  private static final String WHY = "the village: ";
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
  private static final int LINE = 300;

  private final Process process;
  private final Path log;
  private final CompletableFuture<String> address = new CompletableFuture<>();
  private final boolean plays;
  private final boolean isWatched;
  private volatile boolean isPlayed;

  /// Why it has ended, where it said so itself.
  private volatile @Nullable String why;

  private VillageProcess(Process process, GameStart start, Path log) {
    this.process = process;
    this.plays = start.plays();
    this.isWatched = start.isWatched();
    this.log = log;
  }

  static VillageProcess begin(Path node, Path folder, GameStart start, Path log)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(node.toString(), program(start))
            .directory(folder.resolve("game").toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    NodeTools.alone(builder);
    builder
        .environment()
        .putAll(
            Map.of(
                "GAME_URL", start.joins().events(),
                "GAME_ACTIONS_URL", start.joins().actions(),
                "GAME_TOKEN", start.token(),
                "GAME_STORE", start.store().toString(),
                "GAME_PORT", "0"));
    if (start.isWatched()) {
      builder.environment().put("GAME_PAGE", VillagePage.of(folder).toString());
    }
    VillageProcess running = new VillageProcess(builder.start(), start, log);
    Thread.ofVirtual().name("village-lines").start(running::listen);
    boolean began = false;
    try {
      var _ = running.address.get(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      began = true;
      return running;
    } catch (TimeoutException | ExecutionException e) {
      throw NodeTools.failed("it does not listen: " + running.last(), e);
    } finally {
      if (!began) {
        running.close();
      }
    }
  }

  private static String program(GameStart start) {
    if (start.isStormy()) {
      return "storm.mjs";
    }
    return start.plays() ? "play.mjs" : "game.mjs";
  }

  private void listen() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(READY)) {
          address.complete(line.substring(READY.length()));
        } else if (line.equals(PLAYED)) {
          isPlayed = true;
        } else if (line.startsWith(WHY)) {
          why = Printable.brief(line, LINE);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      // it has ended, which its exit value tells
    }
    address.completeExceptionally(new IOException("it has ended"));
  }

  @Override
  public String at() {
    return address.join();
  }

  @Override
  public Optional<String> page() {
    return isWatched ? Optional.of(at() + "/") : Optional.empty();
  }

  @Override
  public boolean isPlaying() {
    return plays && !isPlayed && process.isAlive();
  }

  @Override
  public Optional<String> failure() {
    return process.isAlive()
        ? Optional.empty()
        : Optional.of("the village ended: %s (see %s)".formatted(last(), log));
  }

  /// Why it has ended, or else the last line of the log, which may be of another one: two that are
  /// started in one folder share it.
  private String last() {
    String said = why;
    if (said != null) {
      return said;
    }
    try (Stream<String> lines = Files.lines(log)) {
      return lines.reduce((_, next) -> next).map(text -> Printable.brief(text, LINE)).orElse("");
    } catch (IOException | UncheckedIOException e) {
      return process.isAlive() ? "it says nothing" : "exit " + process.exitValue();
    }
  }

  @Override
  public void close() {
    try {
      process.outputWriter().close();
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
