package dev.playloop.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.console.source.FileJournal;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.testkit.Await;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Somebody spoils the file of the index under a console that runs: it says so, makes it anew, and
/// tells nothing that is not so.
class TornIndexTest extends ConsoleCase {
  private static final List<String> PATHS =
      List.of(
          "/api/agents",
          "/api/runs",
          "/api/entries?agent=society%2Fada&limit=200",
          "/api/search?q=market",
          "/api/cost?by=agent",
          "/api/worlds");

  /// What is done to a file.
  @FunctionalInterface
  private interface Damage {
    void to(Path file) throws IOException;
  }

  private static void filled(Path file, int with) throws IOException {
    byte[] bytes = new byte[(int) Files.size(file)];
    Arrays.fill(bytes, (byte) with);
    Files.write(file, bytes, StandardOpenOption.WRITE);
  }

  private static void cut(Path file, long size) throws IOException {
    try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }

  private Console opened(String name) throws InterruptedException {
    ConsoleOptions options = options(Scope.read("*")).with().folder(folder.resolve(name)).build();
    Console console = Console.open(options, FileJournal.of(JOURNAL), () -> FOLD);
    assertThat(console.awaitLoaded(Duration.ofSeconds(60))).isTrue();
    return console;
  }

  private static Map<String, String> answers(Tab tab) throws Exception {
    Map<String, String> answers = new LinkedHashMap<>();
    for (String path : PATHS) {
      answers.put(path, tab.get(path).body());
    }
    return answers;
  }

  @Test
  void aFileThatWasSpoiledIsMadeAnewAndTellsNothingWrong() throws Exception {
    Map<String, String> right;
    try (Console console = opened("whole")) {
      right = answers(tab(console));
    }
    Map<String, Damage> damages = new LinkedHashMap<>();
    damages.put("noise", file -> filled(file, 0xa5));
    damages.put("zeros", file -> filled(file, 0));
    damages.put("cut", file -> cut(file, Files.size(file) / 2));
    damages.put("empty", file -> cut(file, 0));
    for (Map.Entry<String, Damage> damage : damages.entrySet()) {
      String name = damage.getKey();
      try (Console console = opened(name)) {
        Tab tab = tab(console);
        for (String part : List.of("index.db", "index.db-wal")) {
          Path file = folder.resolve(name).resolve(part);
          if (Files.exists(file)) {
            damage.getValue().to(file);
          }
        }
        Await.until("made anew after " + name, () -> isRight(tab, right, name));
        assertThat(folder.resolve(name).resolve("index.db.old")).as(name).exists();
      }
    }
  }

  /// Each answer is what it was, or none, or of an index that has nothing yet.
  private boolean isRight(Tab tab, Map<String, String> right, String name) {
    boolean all = Files.exists(folder.resolve(name).resolve("index.db.old"));
    try {
      for (Map.Entry<String, String> one : right.entrySet()) {
        HttpResponse<String> answer = tab.get(one.getKey());
        if (answer.statusCode() == 200 && answer.body().equals(one.getValue())) {
          continue;
        }
        all = false;
        if (answer.statusCode() == 503) {
          assertThat(answer.body()).contains("index");
        } else if (answer.statusCode() == 200) {
          assertThat(Json.tree(answer.body()).path("rows").findValuesAsString("agent"))
              .as("%s after %s", one.getKey(), name)
              .isEmpty();
        } else {
          assertThat(answer.statusCode()).as(one.getKey()).isEqualTo(404);
        }
      }
      return all;
    } catch (IOException e) {
      throw new AssertionError("no answer after " + name, e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
