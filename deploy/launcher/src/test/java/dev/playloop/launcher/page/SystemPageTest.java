package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.erase.Erasing;
import dev.playloop.audit.log.TopicKeys;
import dev.playloop.ingest.CountedDecisions;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.launcher.audit.ErasedText;
import dev.playloop.launcher.example.Play;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The page of a system that runs: what comes is told, what people say is done in their name, and
/// what is erased is nowhere.
@EmbeddedOnly("its roles have the rights of the table, and no more")
class SystemPageTest {
  private static final String MASTER = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
  private static final String SECRET = "qzvxwkj";
  private static final String CAL = "society%2Fcal";

  @TempDir private Path dir;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private record Tab(HttpClient http, String at, String cookie, String csrf) {
    JsonNode get(String path) {
      try {
        HttpResponse<String> answer = http.send(asking(path).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
        return Json.tree(answer.body());
      } catch (Exception e) {
        throw new AssertionError(path, e);
      }
    }

    HttpRequest.Builder asking(String path) {
      return HttpRequest.newBuilder(URI.create(at + path)).header("Cookie", cookie);
    }

    HttpResponse<String> post(String path, String body) throws Exception {
      return http.send(
          asking(path)
              .header("Origin", at)
              .header("Content-Type", "application/json")
              .header("X-Playloop-Csrf", csrf)
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build(),
          BodyHandlers.ofString());
    }
  }

  private Tab tab(SystemPage page) throws Exception {
    String door = page.door();
    String at = door.substring(0, door.indexOf("/#"));
    String set =
        http.send(
                HttpRequest.newBuilder(URI.create(at + "/api/login"))
                    .header("Origin", at)
                    .POST(
                        HttpRequest.BodyPublishers.ofString(
                            "{\"token\":\"" + door.substring(door.indexOf('=') + 1) + "\"}"))
                    .build(),
                BodyHandlers.discarding())
            .headers()
            .firstValue("Set-Cookie")
            .orElseThrow();
    String cookie = set.substring(0, set.indexOf(';'));
    String csrf = new Tab(http, at, cookie, "").get("/api/session").path("csrf").stringValue();
    return new Tab(http, at, cookie, csrf);
  }

  @Test
  void aSealedSystemIsWatchedSteeredAndForgotten() throws Exception {
    Map<String, String> environment =
        Map.of(
            "PLAYLOOP_SUBJECT_MASTER_KEY",
            "file:" + Files.writeString(dir.resolve("master"), MASTER),
            "PLAYLOOP_CONSOLE_WORDS",
            "on");
    try (LocalSystem system = LocalSystem.start(Working.options(environment))) {
      system.sql().orElseThrow().seed(Working.fixtures());
      try (Publisher publisher = Publisher.open(system.kafka())) {
        publisher.apply(Working.cal(system));
      }
      String position;
      List<String> told = new ArrayList<>();
      try (SystemPage page = SystemPage.open(system, AllSettings.read(environment, null), null)) {
        Tab tab = tab(page);
        try (Live live = new Live(tab, "")) {
          play(system, "of-zed", "zed");
          live.upTo("RUN of-zed", told);
          position = live.position;
        }
        words(tab, 1);
        assertThat(holdsSecret(system)).as("else the test proves nothing").isTrue();
        steer(tab);
      }
      // Away while something happens: the next one goes on behind the last id.
      play(system, "of-joe", "joe");
      try (SystemPage page = SystemPage.open(system, AllSettings.read(environment, null), null)) {
        Tab tab = tab(page);
        try (Live live = new Live(tab, position)) {
          live.upTo("RUN of-joe", told);
        }
        JsonNode entries = tab.get("/api/entries?limit=200&agent=" + CAL).path("rows");
        List<String> all = new ArrayList<>();
        entries.forEach(row -> all.add(String.valueOf(row.path("seq").asLong())));
        List<String> got = told.stream().filter(one -> !one.startsWith("RUN")).toList();
        assertThat(got).doesNotHaveDuplicates().isSubsetOf(all);
        assertThat(new HashSet<>(got)).hasSize(all.size() - Integer.parseInt(got.getFirst()));

        forget(system, "zed");

        words(tab, 0);
        assertThat(holdsSecret(system)).isFalse();
        long opened = seqOf(tab, "of-zed");
        JsonNode entry = tab.get("/api/entry?agent=" + CAL + "&seq=" + opened);
        assertThat(entry.path("why").stringValue()).isEqualTo("sealed");
        assertThat(entry.toString()).doesNotContain(SECRET);
      }
      assertThat(holdsSecret(system)).isFalse();
    }
  }

  private static long seqOf(Tab tab, String trigger) {
    for (JsonNode run : tab.get("/api/runs").path("rows").values()) {
      if (run.path("trigger").stringValue().equals(trigger)) {
        return run.path("first").asLong();
      }
    }
    throw new AssertionError("no run of " + trigger);
  }

  private static void words(Tab tab, int least) {
    Await.until(
        "the words are " + (least == 0 ? "gone" : "there"),
        () -> {
          int found = tab.get("/api/search?q=" + SECRET).path("rows").size();
          return least == 0 ? found == 0 : found >= least;
        });
  }

  private static void steer(Tab tab) throws Exception {
    String cal = "{\"agent\":\"society/cal\"}";
    assertThat(tab.post("/api/do/pause", cal).body()).contains("\"done\"");
    Await.until("it is paused", () -> state(tab).equals("paused"));
    JsonNode last = last(tab);
    assertThat(last.path("kind").stringValue()).isEqualTo("controlled");
    assertThat(
            tab.get("/api/entry?agent=" + CAL + "&seq=" + last.path("seq").asLong())
                .path("payload")
                .path("input")
                .path("author")
                .path("subject")
                .stringValue())
        .isEqualTo(tab.get("/api/session").path("name").stringValue());
    assertThat(tab.post("/api/do/resume", cal).statusCode()).isEqualTo(200);
    Await.until("it goes on", () -> state(tab).equals("idle"));
    assertThat(tab.post("/api/do/pause", "{\"agent\":\"society/nobody\"}").body())
        .contains("no-such-agent");
    assertThat(tab.post("/api/do/pause", "{\"agent\":\"society/cal\",\"by\":\"kim\"}").statusCode())
        .isEqualTo(400);
  }

  private static String state(Tab tab) {
    return tab.get("/api/agents").path("rows").get(0).path("state").stringValue();
  }

  private static JsonNode last(Tab tab) {
    JsonNode rows = tab.get("/api/entries?limit=200&agent=" + CAL).path("rows");
    return rows.get(rows.size() - 1);
  }

  private boolean holdsSecret(LocalSystem system) throws Exception {
    try (Stream<Path> files = Files.list(system.folder("console"))) {
      for (Path each : files.toList()) {
        if (new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1).contains(SECRET)) {
          return true;
        }
      }
      return false;
    }
  }

  /// Reads the stream, and where it is.
  private static final class Live implements AutoCloseable {
    private final BufferedReader lines;
    private String position;

    Live(Tab tab, String from) throws Exception {
      this.position = from;
      HttpRequest.Builder asked = tab.asking("/api/live");
      if (!from.isEmpty()) {
        asked.header("Last-Event-ID", from);
      }
      lines =
          new BufferedReader(
              new InputStreamReader(
                  tab.http().send(asked.build(), BodyHandlers.ofInputStream()).body(),
                  StandardCharsets.UTF_8));
    }

    /// Numbers of entries, and `RUN <trigger>` where one is closed, until that comes.
    void upTo(String end, List<String> told) throws Exception {
      String name = "";
      String id = "";
      boolean over = false;
      while (true) {
        String line = lines.readLine();
        assertThat(line).as("the stream goes on behind " + told).isNotNull();
        if (line.startsWith("event: ")) {
          name = line.substring(7);
        } else if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("data: ")) {
          JsonNode data = Json.tree(line.substring(6));
          assertThat(name).isNotEqualTo("gone");
          switch (name) {
            case "entry" -> told.add(String.valueOf(data.path("seq").asLong()));
            case "entries" ->
                data.forEach(one -> told.add(String.valueOf(one.path("seq").asLong())));
            case "run" -> {
              if (data.has("closed")) {
                String closed = "RUN " + data.path("trigger").stringValue();
                told.add(closed);
                over |= closed.equals(end);
              }
            }
            default -> {
              // of no interest here
            }
          }
        } else if (line.isEmpty()) {
          if (!id.isEmpty()) {
            position = id;
            id = "";
            if (over) {
              return;
            }
          }
        }
      }
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }

  private static void play(LocalSystem system, String id, String subject) throws Exception {
    Trigger trigger =
        Trigger.of(id, Working.CAL, "schedule.work")
            .subject(new Trigger.Subject("player", subject))
            .text("Work for " + (subject.equals("zed") ? SECRET : subject));
    try (TopicKeys keys = system.keys();
        Play play = Play.open(system.kafka(), system.worldNames(), keys, _ -> {})) {
      play.play(List.of(new TriggerLine(trigger, null)), Duration.ofSeconds(60));
    }
  }

  private static void forget(LocalSystem system, String subject) throws InterruptedException {
    StringWriter said = new StringWriter();
    boolean all =
        new Erasing(
                new Erasing.Place(
                    system.kafka(), InstalledWorlds.groups(), CountedDecisions::offsets),
                Working.gateway(system),
                new ErasedText(new PrintWriter(said)))
            .timed(new Erasing.Timing(Clock.systemUTC(), Duration.ofSeconds(30), _ -> {}))
            .forget(subject, "kim");
    assertThat(all).as(said.toString()).isTrue();
  }
}
