package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.ingest.Http.Answer;
import dev.playloop.ingest.StreamReader.Told;
import dev.playloop.ingest.stream.Journal;
import dev.playloop.kit.RoleContext;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal.Kind;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.Programs;
import java.io.BufferedReader;
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
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What agents said and did, as a game reads it over HTTP.
@NeedsInfra
class NewsStreamsTest extends PeopleCase {
  private static final String PATH = StreamReader.PATH;

  @BeforeAll
  static void readers() throws Exception {
    known("t-game", "the-game", Kind.GAME, "publish:society", "read:society");
    add(
        somebody("t-other", "another-game", Kind.GAME, "publish:chess", "read:chess")
            .withWorld("chess"));
    awaitStatus("t-other", false);
    add(somebody("t-abroad", "a-game-abroad", Kind.GAME, "publish:*", "read:*").withWorld("chess"));
    awaitStatus("t-abroad", false);
    awaitFollowed();
  }

  /// The journal is followed from the first reader on, and for a minute after the last.
  private static void awaitFollowed() throws Exception {
    StreamReader.open(ingest.httpAddress(), "t-game", null).close();
  }

  private static Answer ask(String token, String path, String last) {
    try {
      HttpClient client = HttpClient.newHttpClient();
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(ingest.httpAddress().resolve(path))
                  .header("authorization", "Bearer " + token)
                  .header("last-event-id", last)
                  .build(),
              BodyHandlers.ofString());
      return new Answer(response.statusCode(), "", "", Json.tree(response.body()));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void write(JournalEntry... entries) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>copyOf(kafka.settings().client()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (JournalEntry entry : entries) {
        AgentId agent = ADA;
        producer.send(Journal.record(kafka.topics().journal().name(), agent, entry)).get();
      }
    }
  }

  @Test
  void aGameReadsWhatIsSaidAndGoesOnAfterARestartWithoutAGapOrARepetition() throws Exception {
    List<Told> live;
    try (StreamReader reader = StreamReader.open(ingest.httpAddress(), "t-game", null)) {
      for (int i = 0; i < 5; i++) {
        RunId run = RunId.of(ADA, "run-" + i);
        write(
            Journal.calls(run, "pay", ARGS),
            Journal.done(run, Json.tree("{\"paid\":true}")),
            Journal.says(run, "Said " + i));
      }
      live = reader.next(15);
    }
    assertThat(live).extracting(Told::event).startsWith("did", "said", "closed");
    assertThat(live.get(0).data()).contains("\"tool\":\"pay\"").contains("900");
    assertThat(live.get(1).data()).contains("Said 0");
    try (TriggerIngest next =
        IngestRole.of(IngestSettings.local().withToken("game-token"), List.of())
            .checkedBy(PeopleCase::tools)
            .start(RoleContext.of(kafka.settings()))) {
      assertThat(next.awaitReady(Duration.ofMinutes(2))).isTrue();
      for (int got = 0; got < live.size(); got++) {
        try (StreamReader reader = open(next, live.get(got).id())) {
          assertThat(reader.next(live.size() - 1 - got))
              .isEqualTo(live.subList(got + 1, live.size()));
        }
      }
      try (StreamReader reader = open(next, "0.0.0")) {
        List<Told> all = new ArrayList<>(); // what other tests wrote comes first
        while (all.isEmpty() || !all.getLast().equals(live.getLast())) {
          all.addAll(reader.next(1));
        }
        assertThat(all).endsWith(live.toArray(Told[]::new)).doesNotHaveDuplicates();
        write(Journal.says(RunId.of(ADA, "later"), "Later"));
        assertThat(reader.next(1).getFirst().data()).contains("Later");
      }
    }
  }

  private static StreamReader open(TriggerIngest gateway, String last) {
    return StreamReader.open(gateway.httpAddress(), "t-game", last);
  }

  @Test
  void whoMayNotReadLearnsNotEvenWhetherThereIsSuchAnAgent() {
    for (String token : List.of("t-other", "t-abroad")) {
      Answer there = ask(token, PATH, "0.0.0");
      Answer nowhere = ask(token, PATH.replace("/ada/", "/eve/"), "0.0.0");
      assertThat(there.status()).isEqualTo(404);
      assertThat(nowhere.status()).isEqualTo(404);
      assertThat(there.body().toString())
          .isEqualTo(nowhere.body().toString().replace("eve", "ada"));
    }
    assertThat(ask("game-token", PATH, "0.0.0").status()).isEqualTo(403);
    assertThat(ask("nobody", PATH, "0.0.0").status()).isEqualTo(401);
    assertThat(ask("t-game", PATH.replace("/ada/", "/eve/"), "0.0.0").status()).isEqualTo(404);
  }

  @Test
  void whatIsNoIdIsNamed() throws Exception {
    awaitFollowed();
    for (String last :
        List.of("1", "1.0.0", "-1.0.0", "0.0.0.0", "0.999999999999999999.0", "a", "01.2.3")) {
      Answer answer = ask("t-game", PATH, last);
      assertThat(answer.status()).as(last).isEqualTo(400);
      assertThat(answer.error("field")).isEqualTo("Last-Event-ID");
    }
    assertThat(ask("t-game", PATH + "?since=1", "0.0.0").status()).isEqualTo(400);
  }

  /// A game's token over everything that the gateway can be asked: its own world's events and
  /// agents, and nothing else.
  @Test
  void aGamePublishesForItsOwnWorldAndActsOnNothingElse() throws Exception {
    assertThat(post("t-game", "/v1/events", Http.chat("g1", ADA.value())).status()).isEqualTo(202);
    for (String token : List.of("t-other", "t-abroad")) {
      assertThat(post(token, "/v1/events", Http.chat("g2", ADA.value())).status()).isEqualTo(403);
    }
    for (String token : List.of("t-game", "t-other", "t-abroad")) {
      for (String verb : List.of("pause", "resume", "cancel-run", "snapshot")) {
        assertThat(
                post(token, "/v1/controls", "{\"type\":\"" + verb + "\",\"agent\":\"society/ada\"}")
                    .status())
            .as("%s by %s", verb, token)
            .isEqualTo(403);
      }
      assertThat(
              post(token, path(question(0, "mayor")), answer("approve", question(0, "mayor")))
                  .status())
          .isEqualTo(403);
    }
    assertThat(
            http.ask("t-abroad", "GET", "/v1/approvals", null).body().path("approvals").isEmpty())
        .isTrue();
  }

  /// The example of docs/operations.md, as it stands there.
  @Test
  void theExampleOfTheDocsShowsWhatAnAgentSaid() throws Exception {
    Programs.require("node");
    String page = Files.readString(Path.of("../docs/operations.md"));
    String code = page.substring(page.indexOf("```js\n") + 6);
    Path script = Files.createTempFile("news", ".mjs");
    Files.writeString(script, code.substring(0, code.indexOf("```")));
    write(Journal.says(RunId.of(ADA, "shown"), "Good morning\n\ndata: no"));
    ProcessBuilder node = new ProcessBuilder("node", script.toString());
    node.environment().put("PLAYLOOP_URL", ingest.httpAddress().toString());
    node.environment().put("PLAYLOOP_TOKEN", "t-game");
    node.environment().put("LAST_EVENT_ID", "0.0.0");
    Process process = node.redirectErrorStream(true).start();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      String line = out.readLine();
      while (line != null && !line.equals("Ada: Good morning")) {
        assertThat(line).doesNotContain("rror");
        line = out.readLine();
      }
      assertThat(line).isEqualTo("Ada: Good morning");
    } finally {
      process.destroyForcibly();
      Files.delete(script);
    }
  }

  @Test
  void aWorldHasABoundedNumberOfStreamsAndGetsThemBack() throws Exception {
    List<StreamReader> readers = new ArrayList<>();
    readers.add(StreamReader.open(ingest.httpAddress(), "t-game", null));
    try {
      while (readers.size() < 80) {
        readers.add(new StreamReader(ingest.httpAddress(), "t-game", null));
      }
    } catch (AssertionError e) {
      assertThat(e).hasMessageContaining("429");
    } finally {
      readers.forEach(StreamReader::close);
    }
    assertThat(readers.size()).isBetween(56, 64); // those of other tests may not be gone yet
    Await.until(
        "those who left are noticed",
        () -> {
          try (StreamReader _ = new StreamReader(ingest.httpAddress(), "t-game", null)) {
            return true;
          } catch (AssertionError e) {
            return false;
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
  }
}
