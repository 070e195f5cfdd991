package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.log.TopicKeys;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.launcher.example.Play;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

  @Test
  void aSealedSystemIsWatchedSteeredAndForgotten() throws Exception {
    SigningKey seal = SigningKey.generate();
    Map<String, String> environment =
        Map.of(
            "PLAYLOOP_SUBJECT_MASTER_KEY",
            "file:" + Files.writeString(dir.resolve("master"), MASTER),
            "PLAYLOOP_CHECKPOINT_KEY",
            "file:" + Files.writeString(dir.resolve("seal"), seal.pem()),
            "PLAYLOOP_CHECKPOINT_INTERVAL",
            "1s",
            "PLAYLOOP_CONSOLE_CHECKPOINT_KEYS",
            Files.writeString(dir.resolve("seal.pub"), seal.trusted().pem()).toString(),
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
        PageTab tab = PageTab.at(page.door());
        try (PageStream live = new PageStream(tab, "")) {
          play(system, "of-zed", "zed");
          live.upTo("RUN of-zed", told);
          position = live.position();
        }
        words(tab, 1);
        assertThat(holdsSecret(system)).as("else the test proves nothing").isTrue();
        sealed(tab);
        steer(tab);
        principals(tab, system);
      }
      // Away while something happens: the next one goes on behind the last id.
      play(system, "of-joe", "joe");
      try (SystemPage page = SystemPage.open(system, AllSettings.read(environment, null), null)) {
        PageTab tab = PageTab.at(page.door());
        try (PageStream live = new PageStream(tab, position)) {
          live.upTo("RUN of-joe", told);
        }
        JsonNode entries = tab.get("/api/entries?limit=200&agent=" + CAL).path("rows");
        List<String> all = new ArrayList<>();
        entries.forEach(row -> all.add(String.valueOf(row.path("seq").asLong())));
        List<String> got = told.stream().filter(one -> !one.startsWith("RUN")).toList();
        assertThat(got).doesNotHaveDuplicates().isSubsetOf(all);
        assertThat(new HashSet<>(got)).hasSize(all.size() - Integer.parseInt(got.getFirst()));

        var _ = Working.forget(system, "zed");

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

  private static long seqOf(PageTab tab, String trigger) {
    for (JsonNode run : tab.get("/api/runs").path("rows").values()) {
      if (run.path("trigger").stringValue().equals(trigger)) {
        return run.path("first").asLong();
      }
    }
    throw new AssertionError("no run of " + trigger);
  }

  private static void words(PageTab tab, int least) {
    Await.until(
        "the words are " + (least == 0 ? "gone" : "there"),
        () -> {
          int found = tab.get("/api/search?q=" + SECRET).path("rows").size();
          return least == 0 ? found == 0 : found >= least;
        });
  }

  /// What the auditor of this system signs is verified on the page, and the journal against it.
  private static void sealed(PageTab tab) throws Exception {
    Await.until(
        "a checkpoint of all that happened", () -> newest(tab).path("entries").asLong() > 0);
    assertThat(newest(tab).path("state").stringValue()).isEqualTo("verified");
    JsonNode report = Json.LOG.readTree(tab.post("/api/audit/verify", "{}").body());
    assertThat(report.path("findings").size()).as(report.toString()).isZero();
    assertThat(newest(tab).path("state").stringValue()).isEqualTo("verified");
  }

  private static JsonNode newest(PageTab tab) {
    return tab.get("/api/audit").path("checkpoints").path(0);
  }

  private static void steer(PageTab tab) throws Exception {
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

  /// Whoever has a token of the cluster gets in by it, as often as they like, and nobody else.
  private static void principals(PageTab tab, LocalSystem system) throws Exception {
    String own = "{\"bearer\":\"" + system.userToken() + "\"}";
    assertThat(tab.post("/api/login", own).statusCode()).isEqualTo(204);
    assertThat(tab.post("/api/login", own).statusCode()).isEqualTo(204);
    assertThat(tab.post("/api/login", own.replace("\"}", "0\"}")).statusCode()).isEqualTo(401);
    assertThat(tab.post("/api/login", "{\"bearer\":\"\"}").statusCode()).isEqualTo(401);
    programs(tab, system);
  }

  /// The line beside each list on the page: by the token that `up` wrote for its user.
  private static void programs(PageTab tab, LocalSystem system) throws Exception {
    PageTab program = tab.asProgram(system.userToken());
    assertThat(program.get("/api/agents").path("rows").findValuesAsString("agent"))
        .contains("society/cal");
    assertThat(program.get("/api/session").has("csrf")).isFalse();
    assertThat(program.get("/api/session").path("programs").booleanValue()).isTrue();
    assertThat(program.post("/api/do/pause", "{\"agent\":\"society/cal\"}").statusCode())
        .isEqualTo(401);
    assertThat(tab.asProgram(system.userToken() + "0").status("/api/agents")).isEqualTo(401);
  }

  private static String state(PageTab tab) {
    return tab.get("/api/agents").path("rows").get(0).path("state").stringValue();
  }

  private static JsonNode last(PageTab tab) {
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
}
