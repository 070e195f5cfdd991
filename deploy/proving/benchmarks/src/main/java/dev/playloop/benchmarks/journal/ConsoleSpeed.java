package dev.playloop.benchmarks.journal;

import dev.playloop.benchmarks.BenchJournal;
import dev.playloop.console.Console;
import dev.playloop.console.source.FileJournal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/// How fast a console reads a journal, and answers: `ConsoleSpeed [agents] [runs]`, each run of
/// eight entries. First the export is made, which is not counted; then a console is opened on it
/// until all of it is in the index, with words; then random moments of random agents are asked for,
/// one behind the other, as somebody at a slider does.
final class ConsoleSpeed {
  private static final int STEPS = 300;
  private static final long SEED = 7;

  private ConsoleSpeed() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    int agents = args.length > 0 ? Integer.parseInt(args[0]) : 200;
    int runs = args.length > 1 ? Integer.parseInt(args[1]) : 25;
    Path folder = Files.createTempDirectory("playloop-console-speed");
    Path file = folder.resolve("journal.jsonl");
    BenchJournal.write(file, agents, runs);
    System.out.printf(Locale.ROOT, "%,d MB of journal%n", Files.size(file) >> 20);
    long began = System.nanoTime();
    try (Console console = BenchConsole.open(folder, FileJournal.of(file))) {
      double seconds = (System.nanoTime() - began) / 1e9;
      try (HttpClient http = HttpClient.newHttpClient()) {
        Tab tab = Tab.login(http, console);
        String now = tab.get("/api/now");
        long entries = Long.parseLong(now.replaceAll(".*\"entries\":(\\d+).*", "$1"));
        System.out.printf(
            Locale.ROOT,
            "%,d entries in the index after %.1f s, %,.0f a second; index %,d MB, resident at most"
                + " %s%n",
            entries,
            seconds,
            entries / seconds,
            Files.size(folder.resolve("index.db")) >> 20,
            peak());
        steps(tab, entries / agents);
      }
    } finally {
      try (var left = Files.list(folder)) {
        for (Path one : left.toList()) {
          Files.delete(one);
        }
      }
      Files.delete(folder);
    }
  }

  private static void steps(Tab tab, long perAgent) throws IOException, InterruptedException {
    List<String> names =
        List.of(tab.get("/api/agents?limit=100").split("\"agent\":\"", -1)).stream()
            .skip(1)
            .map(rest -> rest.substring(0, rest.indexOf('"')))
            .distinct()
            .toList();
    Random random = new Random(SEED);
    double[] millis = new double[STEPS];
    for (int i = 0; i < STEPS; i++) {
      String agent = names.get(random.nextInt(names.size()));
      long at = random.nextLong(perAgent);
      long began = System.nanoTime();
      tab.get("/api/replay?agent=" + agent.replace("/", "%2F") + "&at=" + at);
      millis[i] = (System.nanoTime() - began) / 1e6;
    }
    Arrays.sort(millis);
    System.out.printf(
        Locale.ROOT,
        "%d random moments of agents with %,d entries: p50 %.1f ms, p95 %.1f, at most %.1f%n",
        STEPS,
        perAgent,
        millis[STEPS / 2],
        millis[STEPS * 95 / 100],
        millis[STEPS - 1]);
  }

  private static String peak() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmHWM"))
        .findFirst()
        .orElse("unknown")
        .replaceAll("\\s+", " ");
  }

  /// Somebody who is logged in.
  record Tab(HttpClient http, URI at, String cookie) {
    static Tab login(HttpClient http, Console console) throws IOException, InterruptedException {
      String token = console.door().replaceAll(".*#token=", "");
      var answer =
          http.send(
              HttpRequest.newBuilder(console.address().resolve("/api/login"))
                  .header("Origin", console.address().toString())
                  .header("Content-Type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofString("{\"token\":\"" + token + "\"}"))
                  .build(),
              BodyHandlers.ofString());
      String set = answer.headers().firstValue("set-cookie").orElseThrow();
      return new Tab(http, console.address(), set.substring(0, set.indexOf(';')));
    }

    String get(String path) throws IOException, InterruptedException {
      var answer =
          http.send(
              HttpRequest.newBuilder(at.resolve(path)).header("Cookie", cookie).build(),
              BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(path + ": " + answer.statusCode() + " " + answer.body());
      }
      return answer.body();
    }
  }
}
