package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NpmFolder;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// A console's page in a real browser, which stays open while its server comes and goes. One
/// thread.
final class WatchedPage implements AutoCloseable {
  private static final String SCRIPT = "watched.mjs";

  private final Process node;
  private final BufferedWriter asking;
  private final BufferedReader answers;
  private final Path errors;

  private WatchedPage(Process node, Path errors) {
    this.node = node;
    this.errors = errors;
    this.asking = node.outputWriter(StandardCharsets.UTF_8);
    this.answers = node.inputReader(StandardCharsets.UTF_8);
  }

  static WatchedPage open(String address, Path pictures) throws IOException, InterruptedException {
    Path folder = NpmFolder.installed();
    NpmFolder.script("browsing.mjs");
    NpmFolder.script(SCRIPT);
    Path errors = folder.resolve(SCRIPT + ".err");
    Process node =
        new ProcessBuilder("node", SCRIPT, address, pictures.toString())
            .directory(folder.toFile())
            .redirectError(errors.toFile())
            .start();
    return new WatchedPage(node, errors);
  }

  /// What it says to a line.
  JsonNode ask(String line) {
    try {
      asking.write(line + "\n");
      asking.flush();
      String answer = answers.readLine();
      assertThat(answer).as(() -> "the browser's end: " + said()).isNotNull();
      return Json.tree(answer);
    } catch (IOException e) {
      throw new UncheckedIOException(said(), e);
    }
  }

  private String said() {
    try {
      return Files.readString(errors);
    } catch (IOException e) {
      return "nothing: " + e;
    }
  }

  JsonNode state() {
    return ask("state");
  }

  /// Waits until it says that of its connection.
  JsonNode link(String wanted) {
    return until(state -> state.path("link").stringValue().equals(wanted));
  }

  JsonNode until(Predicate<JsonNode> fits) {
    return Await.until(this::state, fits);
  }

  /// As often as it takes: who has just started may not know anybody yet.
  void logIn(String token) {
    link("login");
    var _ =
        Await.until(
            () -> {
              JsonNode state = state();
              return state.path("link").stringValue().equals("login")
                  ? ask("login " + token)
                  : state;
            },
            state -> state.path("link").stringValue().equals("live"));
  }

  static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::stringValue).toList();
  }

  @Override
  public void close() {
    node.descendants().forEach(ProcessHandle::destroyForcibly);
    node.destroyForcibly();
  }
}
