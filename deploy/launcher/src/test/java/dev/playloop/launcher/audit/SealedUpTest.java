package dev.playloop.launcher.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.log.TopicKeys;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.launcher.example.Play;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `up` shows of its agents where their journals are sealed, from the loop to the game's side.
@EmbeddedOnly("its roles have the rights of the table, and no more")
class SealedUpTest {
  private static final String MASTER = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

  @TempDir private Path dir;

  /// What a game reads, event by event.
  private static final class Stream implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpResponse<InputStream> response;
    private final BufferedReader lines;

    Stream(LocalSystem system, @Nullable String last) throws Exception {
      HttpRequest.Builder asked =
          HttpRequest.newBuilder(system.http().resolve("/v1/worlds/society/agents/cal/events"))
              .header("authorization", "Bearer " + system.userToken());
      if (last != null) {
        asked.header("last-event-id", last);
      }
      this.response = client.send(asked.build(), BodyHandlers.ofInputStream());
      this.lines =
          new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    /// As soon as the gateway has read so far.
    static Stream open(LocalSystem system, @Nullable String last) {
      AtomicReference<@Nullable Stream> opened = new AtomicReference<>();
      Await.until(
          "the stream is open",
          () -> {
            try {
              Stream next = new Stream(system, last);
              opened.set(next);
              return next.response.statusCode() == 200;
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          });
      return Objects.requireNonNull(opened.get());
    }

    /// All up to the end of the run of this trigger; fails where nothing comes for six heartbeats.
    List<String> upTo(String trigger) throws Exception {
      List<String> told = new ArrayList<>();
      int silent = 0;
      while (told.isEmpty()
          || !(told.getLast().contains("\"closed\"") && told.getLast().contains(trigger))) {
        String line = lines.readLine();
        assertThat(line).as("the stream goes on behind " + told).isNotNull();
        if (line.startsWith("data: ")) {
          told.add(line);
          silent = 0;
        } else if (line.startsWith(":")) {
          assertThat(++silent).as("heartbeats behind " + told).isLessThan(6);
        }
      }
      return told;
    }

    @Override
    public void close() {
      client.shutdownNow();
    }
  }

  @Test
  void whatIsSealedIsShownUntilThePlayerIsForgotten() throws Exception {
    Map<String, String> environment =
        Map.of(
            "PLAYLOOP_SUBJECT_MASTER_KEY",
            "file:" + Files.writeString(dir.resolve("master"), MASTER));
    try (LocalSystem system = LocalSystem.start(Working.options(environment))) {
      system.sql().orElseThrow().seed(Working.fixtures());
      try (Publisher publisher = Publisher.open(system.kafka())) {
        publisher.apply(Working.cal(system));
      }
      try (Stream live = Stream.open(system, null)) {
        play(system, "of-zed", "zed");
        play(system, "of-joe", "joe");
        List<String> told = live.upTo("of-joe");
        assertThat(told).anyMatch(one -> one.contains("do_work") && one.contains("of-zed"));
        assertThat(told).anyMatch(one -> one.contains("do_work") && one.contains("of-joe"));
        assertThat(told.toString()).doesNotContain("Work for", "costUsd", "prompt");

        var _ = Working.forget(system, "zed");
        play(system, "of-joe-later", "joe");

        live.upTo("of-joe-later");
        try (Stream history = Stream.open(system, "0.0.0")) {
          List<String> left = history.upTo("of-joe-later");
          assertThat(left.toString()).doesNotContain("of-zed");
          assertThat(left).anyMatch(one -> one.contains("do_work") && one.contains("of-joe\""));
        }
      }
    }
  }

  private static void play(LocalSystem system, String id, String subject)
      throws InterruptedException {
    Trigger trigger =
        Trigger.of(id, Working.CAL, "schedule.work")
            .subject(new Trigger.Subject("player", subject))
            .text("Work for " + subject);
    try (TopicKeys keys = system.keys();
        Play play = Play.open(system.kafka(), system.worldNames(), keys, _ -> {})) {
      play.play(List.of(new TriggerLine(trigger, null)), Duration.ofSeconds(60));
    }
  }
}
