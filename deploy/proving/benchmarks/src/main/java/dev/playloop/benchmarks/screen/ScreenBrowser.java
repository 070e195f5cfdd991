package dev.playloop.benchmarks.screen;

import dev.playloop.schemas.json.Json;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// A browser that a script of the page's tests drives: what it is asked comes to it as lines, and
/// each answer is JSON in one line. One thread.
final class ScreenBrowser implements AutoCloseable {
  private static final Path WEB = Path.of("deploy/console/web");

  private final Process node;
  private final BufferedWriter asking;
  private final BufferedReader answers;

  private ScreenBrowser(Process node) {
    this.node = node;
    this.asking = node.outputWriter(StandardCharsets.UTF_8);
    this.answers = node.inputReader(StandardCharsets.UTF_8);
  }

  /// Now, and the page of an agent, for whoever has that token. Returns when both are live.
  static ScreenBrowser open(String address, String token, String agent) throws IOException {
    ScreenBrowser browser = script("screen.mjs", address, token, agent);
    JsonNode _ = browser.ask("count");
    return browser;
  }

  /// What that script drives.
  static ScreenBrowser script(String name, String... arguments) throws IOException {
    if (!Files.isDirectory(WEB.resolve("node_modules"))) {
      throw new IllegalStateException(
          "the browser is driven by what npm installs: run 'npm ci' in "
              + WEB
              + " first, and this"
              + " from the root of the tree");
    }
    List<String> command = new ArrayList<>(List.of("node", "test/" + name));
    command.addAll(List.of(arguments));
    return new ScreenBrowser(
        new ProcessBuilder(command)
            .directory(WEB.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /// What it says to a line.
  JsonNode ask(String line) throws IOException {
    asking.write(line + "\n");
    asking.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new IllegalStateException("the browser is gone");
    }
    return Json.tree(answer);
  }

  /// How many entries the page counts.
  int count() throws IOException {
    return ask("count").asInt();
  }

  /// The processor time of all its processes.
  Duration cpu() {
    return Stream.concat(Stream.of(node.toHandle()), node.descendants())
        .map(one -> one.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  @Override
  public void close() {
    node.descendants().forEach(ProcessHandle::destroy);
    node.destroy();
  }
}
