package dev.playloop.worlds.declared.conformance;

import dev.playloop.worlds.declared.game.TestGame;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// One of the games that lie in the module's resources, as a process on a free port of loopback.
/// Killed without a word, and started again on its port.
final class GameProcess implements AutoCloseable {
  private static final long SECONDS = 120;
  private static final Pattern SHELL = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

  private final Path folder;
  private final RightGame game;
  private final boolean probes;
  private Process process;
  private URI base = URI.create("http://127.0.0.1:0");

  private GameProcess(Path folder, RightGame game, boolean probes)
      throws IOException, InterruptedException {
    this.folder = folder;
    this.game = game;
    this.probes = probes;
    try (InputStream script =
        Objects.requireNonNull(GameProcess.class.getResourceAsStream("/games/" + game.file()))) {
      Files.write(folder.resolve(game.file()), script.readAllBytes());
    }
    game.compile(folder);
    this.process = started();
  }

  /// In its test mode.
  static GameProcess start(Path folder, RightGame game) throws IOException, InterruptedException {
    return new GameProcess(folder, game, true);
  }

  /// As agents play it.
  static GameProcess earnest(Path folder, RightGame game) throws IOException, InterruptedException {
    return new GameProcess(folder, game, false);
  }

  String base() {
    return base.toString();
  }

  private Process started() throws IOException {
    ProcessBuilder building =
        new ProcessBuilder(game.command())
            .directory(folder.toFile())
            .redirectError(folder.resolve("game.err").toFile());
    Map<String, String> environment = building.environment();
    environment.put("GAME_SECRET", new String(TestGame.SECRET, StandardCharsets.UTF_8));
    environment.put("GAME_PORT", String.valueOf(base.getPort()));
    environment.put("GAME_STORE", "game.log");
    if (probes) {
      environment.put("GAME_TEST", "1");
    }
    Process started = building.start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine(); // it ends where the process does
    if (line == null) {
      throw new IOException(Files.readString(folder.resolve("game.err")));
    }
    base = URI.create(line);
    return started;
  }

  /// What a shell says to all that a page shows to be typed, one block after the other.
  String typed(Path page) throws IOException, InterruptedException {
    String typed =
        SHELL
            .matcher(Files.readString(page))
            .results()
            .map(block -> block.group(1))
            .collect(Collectors.joining())
            .replace("http://127.0.0.1:7777", base());
    Path out = folder.resolve("typed.out");
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-e", "-c", typed)
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    shell.environment().put("GAME_SECRET", new String(TestGame.SECRET, StandardCharsets.UTF_8));
    Process typing = shell.start();
    if (!typing.waitFor(SECONDS, TimeUnit.SECONDS)) {
      typing.destroyForcibly();
    }
    return Files.readString(out);
  }

  void kill() {
    process.destroyForcibly().onExit().join();
  }

  void again() throws IOException {
    process = started();
  }

  void restart() throws IOException {
    kill();
    again();
  }

  /// As if it had been killed in the midst of writing another line.
  void tear() throws IOException {
    Files.writeString(folder.resolve("game.log"), "{\"answer\":{\"acti", StandardOpenOption.APPEND);
  }

  @Override
  public void close() {
    kill();
  }
}
