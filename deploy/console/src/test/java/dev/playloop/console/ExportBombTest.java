package dev.playloop.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.console.source.FileJournal;
import dev.playloop.schemas.principal.Scope;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/// Exports that somebody made to hurt whoever opens them.
class ExportBombTest extends ConsoleCase {
  private static final long MOST_HEAP = 128L << 20;
  private static final int MANY = 50_000;

  private List<String> lines() throws IOException {
    return Files.readAllLines(JOURNAL);
  }

  private static void repeated(OutputStream out, String text, int times) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < times; i++) {
      out.write(bytes);
    }
  }

  /// What a file holds.
  @FunctionalInterface
  private interface Filling {
    void into(OutputStream out) throws IOException;
  }

  private Path file(String name, Filling filling) throws IOException {
    Path path = folder.resolve(name);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(path))) {
      filling.into(out);
    }
    return path;
  }

  private static long heap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /// Nothing of them is packed, so nothing is unpacked.
  @Test
  void whatIsNoExportIsRefusedBeforeAnythingIsOpened() throws Exception {
    Map<String, Filling> bombs = new LinkedHashMap<>();
    bombs.put(
        "zeros.gz",
        out -> {
          try (OutputStream packed = new GZIPOutputStream(out)) {
            repeated(packed, "0".repeat(1 << 20), 512);
          }
        });
    bombs.put("one-line", out -> repeated(out, "a".repeat(1 << 20), 256));
    bombs.put("one-object", out -> repeated(out, "{\"type\":\"export\",\"v\":2,", 1 << 22));
    bombs.put(
        "deep",
        out -> {
          repeated(out, "{\"type\":\"export\",\"v\":2,\"journal\":", 1);
          repeated(out, "[", 1 << 20);
          repeated(out, "\n", 1);
        });
    bombs.put("empty-lines", out -> repeated(out, "\n", 1 << 22));
    bombs.put("nothing", _ -> {});
    for (Map.Entry<String, Filling> bomb : bombs.entrySet()) {
      Path path = file(bomb.getKey(), bomb.getValue());
      long before = heap();
      assertThatThrownBy(() -> FileJournal.of(path))
          .as(bomb.getKey())
          .isNotInstanceOf(Error.class)
          .hasMessageContaining(bomb.getKey());
      assertThat(heap() - before).as(bomb.getKey()).isLessThan(MOST_HEAP);
      Files.delete(path);
    }
  }

  /// The head is an export's, and what follows is not.
  @Test
  void whatGoesWrongFurtherOnIsSaidAndTheConsoleAnswers() throws Exception {
    String entry =
        lines().stream().filter(line -> line.startsWith("{\"type\":\"entry\"")).findFirst().get();
    Map<String, Filling> bombs = new LinkedHashMap<>();
    bombs.put("long-line", out -> repeated(out, "a".repeat(1 << 20), 256));
    bombs.put(
        "deep-line",
        out -> {
          repeated(out, "{\"type\":\"catalogue\",\"tools\":", 1);
          repeated(out, "[", 1 << 20);
          repeated(out, "\n", 1);
        });
    bombs.put("same-line", out -> repeated(out, entry + "\n", MANY));
    bombs.put("cut", out -> repeated(out, entry.substring(0, 100), 1));
    for (Map.Entry<String, Filling> bomb : bombs.entrySet()) {
      String head = lines().getFirst();
      Path path =
          file(
              bomb.getKey(),
              out -> {
                repeated(out, head + "\n", 1);
                bomb.getValue().into(out);
              });
      try (Console console = opened(path, bomb.getKey())) {
        Tab tab = tab(console);
        assertThat(console.problem()).as(bomb.getKey()).contains(bomb.getKey());
        assertThat(tab.get("/api/agents").statusCode()).as(bomb.getKey()).isEqualTo(200);
        assertThat(tab.json("/api/now").toString()).as(bomb.getKey()).contains(bomb.getKey());
      }
      Files.delete(path);
    }
  }

  /// Payloads as deep, and names as many, as a line holds.
  @Test
  void entriesThatNobodyWroteAreNoEntries() throws Exception {
    String deep = "[".repeat(100_000);
    Path path =
        file(
            "forged",
            out -> {
              List<String> lines = lines();
              repeated(out, lines.getFirst().replaceAll("\"to\":\\d+", "\"to\":9999999") + "\n", 1);
              for (int i = 0; i < MANY; i++) {
                String agent = i % 2 == 0 ? "society/a" + i : "no agent " + i;
                String envelope = i % 1_000 == 0 ? deep : "{}";
                repeated(
                    out,
                    "{\"type\":\"entry\",\"partition\":1,\"offset\":%d,\"time\":1,\"key\":\"%s\",\"envelope\":\"%s\"}\n"
                        .formatted(i, agent, envelope),
                    1);
              }
              repeated(out, lines.getLast() + "\n", 1);
            });
    long before = heap();
    try (Console console = opened(path, "forged")) {
      Tab tab = tab(console);
      assertThat(console.problem()).isNull();
      assertThat(tab.json("/api/now").path("entries").asLong()).isZero();
      assertThat(tab.json("/api/runs").path("rows")).isEmpty();
      assertThat(heap() - before).isLessThan(MOST_HEAP);
    }
  }

  private Console opened(Path path, String name) throws InterruptedException {
    ConsoleOptions options =
        options(Scope.read("*")).with().folder(folder.resolve("of-" + name)).build();
    Console console = Console.open(options, FileJournal.of(path), () -> FOLD);
    assertThat(console.awaitLoaded(Duration.ofMinutes(2))).as(name).isTrue();
    return console;
  }
}
