package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.http.CannotListen;
import dev.playloop.http.HttpEdge;
import dev.playloop.ingest.Http.Answer;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Telemetry;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@NeedsInfra
final class HttpGatewayTest {
  private static final String ADA = "society/ada";

  private static Kafka kafka;
  private static TriggerIngest ingest;
  private static Http http;

  @BeforeAll
  static void start(TestInfra infra) throws Exception {
    kafka = Kafka.on(infra);
    kafka.apply(ADA);
    ingest =
        TriggerIngest.start(kafka.settings(), IngestSettings.local(), List.of(), Telemetry.off());
    assertThat(ingest.awaitReady(Duration.ofSeconds(30))).isTrue();
    http = new Http(ingest.httpAddress());
  }

  @AfterAll
  static void stop() {
    http.close();
    ingest.close();
  }

  static Stream<Arguments> badRequests() {
    String kib4 = "x".repeat(4096);
    String chat = Http.chat("e", ADA);
    String noId = chat.replace("\"id\":\"e\",", "");
    return Stream.of(
        bad("malformed JSON", Http.STRUCTURED, "{\"specversion\":", 400, "body"),
        bad("empty body", Http.STRUCTURED, "", 400, "body"),
        bad("an array where one event is meant", Http.STRUCTURED, "[]", 400, "body"),
        bad(
            "a field twice",
            Http.STRUCTURED,
            chat.replace("{\"spec", "{\"id\":\"f\",\"spec"),
            400,
            "id"),
        bad("no id", Http.STRUCTURED, noId, 400, "id"),
        bad("a number as id", Http.STRUCTURED, chat.replace("\"e\"", "5"), 400, "id"),
        bad("an id of 4 KB", Http.STRUCTURED, Http.chat(kib4, ADA), 400, "id"),
        bad("no source", Http.STRUCTURED, chat.replace("\"source\":\"/game\",", ""), 400, "source"),
        bad(
            "a source that is no URI",
            Http.STRUCTURED,
            chat.replace("/game", "my game"),
            400,
            "source"),
        bad("another version", Http.STRUCTURED, chat.replace("1.0", "0.3"), 400, "specversion"),
        bad(
            "a type that is no kind",
            Http.STRUCTURED,
            chat.replace("chat.message", "Chat Message"),
            400,
            "type"),
        bad(
            "a time that is none",
            Http.STRUCTURED,
            chat.replace("\"id\"", "\"time\":\"noon\",\"id\""),
            400,
            "time"),
        bad(
            "a wrong attribute name",
            Http.STRUCTURED,
            chat.replace("\"id\"", "\"my-ext\":\"a\",\"id\""),
            400,
            "my-ext"),
        bad(
            "other data",
            Http.STRUCTURED,
            chat.replace("\"id\"", "\"datacontenttype\":\"text/xml\",\"id\""),
            400,
            "datacontenttype"),
        bad("no data", Http.STRUCTURED, Http.event("e", "chat.message", "null"), 400, "data"),
        bad(
            "data that is a text",
            Http.STRUCTURED,
            Http.event("e", "chat.message", "\"Hi\""),
            400,
            "data"),
        bad(
            "data twice",
            Http.STRUCTURED,
            chat.replace("\"id\"", "\"data_base64\":\"e30=\",\"id\""),
            400,
            "data_base64"),
        bad(
            "no agent",
            Http.STRUCTURED,
            Http.event("e", "chat.message", "{\"text\":\"Hi\"}"),
            400,
            "data.agent"),
        bad("no id of an agent", Http.STRUCTURED, Http.chat("e", "Ada"), 400, "data.agent"),
        bad("an unknown agent", Http.STRUCTURED, Http.chat("e", "society/zoe"), 400, "data.agent"),
        bad("an unknown world", Http.STRUCTURED, Http.chat("e", "atlantis/ada"), 400, "data.agent"),
        bad("a number as text", Http.STRUCTURED, chat.replace("\"Hi\"", "5"), 400, "data.text"),
        bad(
            "a text of 17,000",
            Http.STRUCTURED,
            chat.replace("Hi", "x".repeat(17_000)),
            400,
            "data.text"),
        bad(
            "a priority out of range",
            Http.STRUCTURED,
            chat.replace("\"text\"", "\"priority\":101,\"text\""),
            400,
            "data.priority"),
        bad(
            "a subject without id",
            Http.STRUCTURED,
            chat.replace("\"text\"", "\"subject\":{\"type\":\"user\"},\"text\""),
            400,
            "data.subject.id"),
        bad(
            "a world event of an unknown world",
            Http.STRUCTURED,
            worldEvent("atlantis", "put"),
            400,
            "data.world"),
        bad(
            "a world event of an unknown change",
            Http.STRUCTURED,
            worldEvent("society", "explode"),
            400,
            "data.change.type"),
        bad(
            "a world event without version",
            Http.STRUCTURED,
            worldEvent("society", "put").replace("\"version\":1,", ""),
            400,
            "data.version"),
        bad(
            "a trigger beyond 64 KiB",
            Http.STRUCTURED,
            chat.replace("\"text\"", "\"data\":\"" + "x".repeat(66_000) + "\",\"text\""),
            413,
            "data"),
        bad(
            "a body beyond 1 MiB",
            Http.STRUCTURED,
            chat.replace("Hi", "x".repeat(1 << 20)),
            413,
            "body"),
        bad("an empty batch", Http.BATCH, "[]", 400, "body"),
        bad("a batch that is one event", Http.BATCH, chat, 400, "body"),
        bad("a batch of 101", Http.BATCH, batchOf(101), 400, "body"),
        bad("a wrong event in a batch", Http.BATCH, Http.batch(List.of(chat, noId)), 400, "[1].id"),
        bad(
            "an unknown agent in a batch",
            Http.BATCH,
            Http.batch(List.of(chat, Http.chat("f", "society/zoe"))),
            400,
            "[1].data.agent"),
        bad("text", "text/plain", chat, 415, "content-type"),
        bad("no content type", "", chat, 415, "content-type"),
        bad("JSON without ce- headers", "application/json", "{}", 400, "ce-specversion"),
        bad(
            "binary without id",
            "application/json",
            "{}",
            400,
            "ce-id",
            "ce-specversion",
            "1.0",
            "ce-source",
            "/game",
            "ce-type",
            "chat.message"),
        bad(
            "binary with an id of 4 KB",
            "application/json",
            "{}",
            400,
            "ce-id",
            "ce-specversion",
            "1.0",
            "ce-source",
            "/game",
            "ce-type",
            "chat.message",
            "ce-id",
            kib4));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badRequests")
  void badRequestNamesItsFieldAndWritesNothing(
      String name, String type, String body, int status, String field, String... headers)
      throws Exception {
    int before = kafka.records(kafka.topics().triggers()).size();

    Answer answer = http.post(type, body, headers);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.contentType()).isEqualTo("application/problem+json");
    assertThat(answer.body().path("status").asInt()).isEqualTo(status);
    assertThat(answer.error("field")).isEqualTo(field);
    assertThat(answer.error("expected")).isNotBlank();
    assertThat(kafka.records(kafka.topics().triggers())).hasSize(before);
  }

  @Test
  void theUnknownAgentIsNamed() throws Exception {
    Answer answer = http.post(Http.STRUCTURED, Http.chat("e", "society/zoe"));

    assertThat(answer.error("got")).contains("society/zoe");
  }

  @Test
  void halfACharacterIsReplacedAndToldInTheAnswer() throws Exception {
    Answer answer =
        http.post(Http.STRUCTURED, Http.chat("half", ADA).replace("Hi", "Hi \\ud83d\\ud83d"));

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body().path("replaced").asInt()).isEqualTo(2);
    assertThat(stored(TriggerId.ofCloudEvent("/game", "half")).getFirst().text())
        .isEqualTo("Hi \ufffd\ufffd");
    assertThat(http.post(Http.STRUCTURED, Http.chat("whole", ADA)).body().has("replaced"))
        .isFalse();
  }

  @Test
  void aMisspeltAgentIsToldItsNearest() throws Exception {
    Answer answer = http.post(Http.STRUCTURED, Http.chat("e", "society/adda"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.error("got")).contains("did you mean 'society/ada'?");
  }

  @Test
  void anAcceptedEventIsStoredWhenTheAnswerComes() throws Exception {
    String event =
        Http.event(
                "msg-7",
                "chat.mention",
                """
                {"agent":"society/ada","subject":{"type":"user","id":"bob"},"text":"Hi",
                 "data":{"channel":7},"replyTo":"m-1","priority":90,"hops":1,"later":"field"}\
                """)
            .replace("\"id\"", "\"time\":\"2026-01-31T13:00:00+01:00\",\"id\"");

    Answer answer = http.post(Http.STRUCTURED, event);

    String id = TriggerId.ofCloudEvent("/game", "msg-7");
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body().path("id").asString()).isEqualTo(id);
    Trigger stored = stored(id).getFirst();
    assertThat(stored.agent().value()).isEqualTo(ADA);
    assertThat(stored.kind()).isEqualTo("chat.mention");
    assertThat(stored.at()).isEqualTo(Instant.parse("2026-01-31T12:00:00Z"));
    assertThat(stored.subject()).isEqualTo(new Trigger.Subject("user", "bob"));
    assertThat(stored.replyTo()).isEqualTo("m-1");
    assertThat(stored.priority()).isEqualTo(90);
    assertThat(stored.hops()).isEqualTo(1);
    assertThat(stored.data()).hasToString("{\"channel\":7}");
  }

  @Test
  void theSameSourceAndIdGetTheSameTriggerId() throws Exception {
    Answer first = http.post(Http.STRUCTURED, Http.chat("twice", ADA));
    Answer second = http.post(Http.STRUCTURED, Http.chat("twice", ADA));
    Answer other =
        http.post(Http.STRUCTURED, Http.chat("twice", ADA).replace("/game", "/other-game"));

    assertThat(second.status()).isEqualTo(202);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(other.body()).isNotEqualTo(first.body());
    assertThat(stored(first.body().path("id").asString())).hasSize(2);
  }

  @Test
  void binaryModeTakesAttributesFromHeaders() throws Exception {
    Answer answer =
        http.post(
            "application/json; charset=utf-8",
            "{\"agent\":\"society/ada\",\"text\":\"H\u00e9\"}",
            "ce-specversion",
            "1.0",
            "ce-id",
            "caf%C3%A9",
            "ce-source",
            "/game",
            "ce-type",
            "chat.message");

    assertThat(answer.status()).isEqualTo(202);
    String id = TriggerId.ofCloudEvent("/game", "caf\u00e9");
    assertThat(answer.body().path("id").asString()).isEqualTo(id);
    assertThat(stored(id)).extracting(Trigger::text).containsExactly("H\u00e9");
  }

  @Test
  void dataMayComeInBase64() throws Exception {
    String data =
        Base64.getEncoder()
            .encodeToString("{\"agent\":\"society/ada\"}".getBytes(StandardCharsets.UTF_8));
    String event =
        Http.event("b64", "idle.tick", "0")
            .replace("\"data\":0", "\"data_base64\":\"" + data + "\"");

    Answer answer = http.post(Http.STRUCTURED, event);

    assertThat(answer.status()).isEqualTo(202);
    assertThat(stored(TriggerId.ofCloudEvent("/game", "b64"))).hasSize(1);
  }

  @Test
  void aBatchIsAnsweredInItsOrder() throws Exception {
    Answer answer = http.post(Http.BATCH, batchOf(100));

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body().size()).isEqualTo(100);
    String last = answer.body().path(99).path("id").asString();
    assertThat(last).isEqualTo(TriggerId.ofCloudEvent("/game", "b-99"));
    assertThat(stored(last)).hasSize(1);
  }

  @Test
  void aWorldEventIsStoredUnderItsScene() throws Exception {
    Answer answer = http.post(Http.STRUCTURED, worldEvent("society", "put"));

    assertThat(answer.status()).isEqualTo(202);
    ConsumerRecord<byte[], byte[]> record = kafka.records(kafka.topics().worldEvents()).getLast();
    assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo("plaza");
    WorldEvent stored = kafka.read(kafka.topics().worldEvents()).getLast();
    assertThat(stored.id()).isEqualTo(answer.body().path("id").asString());
    assertThat(stored.change()).isInstanceOf(WorldEvent.EntityPut.class);
  }

  @Test
  void anAgentAppliedAMomentAgoIsKnown() throws Exception {
    for (int i = 0; i < 5; i++) {
      kafka.apply("society/new-" + i);

      assertThat(http.post(Http.STRUCTURED, Http.chat("n" + i, "society/new-" + i)).status())
          .isEqualTo(202);
    }
  }

  @Test
  void aDeletedAgentIsUnknownAgain() throws Exception {
    kafka.apply("society/gone");
    assertThat(http.post(Http.STRUCTURED, Http.chat("g1", "society/gone")).status()).isEqualTo(202);

    kafka.send(kafka.topics().agents().name(), "society/gone", null);

    Kafka.await(
        "the agent is unknown",
        () -> {
          try {
            return http.post(Http.STRUCTURED, Http.chat("g2", "society/gone")).status() == 400;
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void aBrokenAgentRecordHidesNoOther() throws Exception {
    kafka.send(kafka.topics().agents().name(), ADA, "{\"agent\":".getBytes(StandardCharsets.UTF_8));
    kafka.apply("society/after-broken");

    assertThat(http.post(Http.STRUCTURED, Http.chat("p1", "society/after-broken")).status())
        .isEqualTo(202);
    assertThat(http.post(Http.STRUCTURED, Http.chat("p2", ADA)).status()).isEqualTo(202);
  }

  @Test
  void theTraceOfTheRequestGoesWithTheRecord() throws Exception {
    String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    Answer answer = http.post(Http.STRUCTURED, Http.chat("traced", ADA), "traceparent", parent);

    String id = answer.body().path("id").asString();
    ConsumerRecord<byte[], byte[]> record =
        kafka.records(kafka.topics().triggers()).stream()
            .filter(r -> new String(r.value(), StandardCharsets.UTF_8).contains(id))
            .findFirst()
            .orElseThrow();
    assertThat(
            new String(record.headers().lastHeader("traceparent").value(), StandardCharsets.UTF_8))
        .isEqualTo(parent);
  }

  @Test
  void healthAndReadinessAreTold() throws Exception {
    assertThat(http.get("/healthz").status()).isEqualTo(200);
    assertThat(http.get("/readyz").status()).isEqualTo(200);
  }

  @Test
  void otherPathsAndMethodsAreProblemsToo() throws Exception {
    assertThat(http.get("/v2/events").status()).isEqualTo(404);
    assertThat(http.get("/v1/events").status()).isEqualTo(405);
    assertThat(http.get("/v1/events").contentType()).isEqualTo("application/problem+json");
  }

  @Test
  void withATokenOnlyItsBearerIsHeard() throws Exception {
    try (TriggerIngest guarded =
            TriggerIngest.start(
                kafka.settings(),
                IngestSettings.local().withToken("s3cret"),
                List.of(),
                Telemetry.off());
        Http client = new Http(guarded.httpAddress())) {
      guarded.awaitReady(Duration.ofSeconds(30));
      String event = Http.chat("guarded", ADA);

      assertThat(client.post(Http.STRUCTURED, event).status()).isEqualTo(401);
      for (String wrong :
          List.of("Bearer wrong", "Bearer s3cre", "Bearer s3crets", "s3cret", "Bearer ")) {
        assertThat(client.post(Http.STRUCTURED, event, "Authorization", wrong).status())
            .as(wrong)
            .isEqualTo(401);
      }
      assertThat(stored(TriggerId.ofCloudEvent("/game", "guarded"))).isEmpty();
      assertThat(client.post(Http.STRUCTURED, event, "Authorization", "Bearer s3cret").status())
          .isEqualTo(202);
      assertThat(client.get("/healthz").status()).isEqualTo(200);
    }
  }

  @Test
  void beyondLoopbackItRefusesToListenWithoutAToken() {
    for (String host : List.of("0.0.0.0", "::", "192.0.2.1")) {
      IngestSettings local = IngestSettings.local();
      IngestSettings open = local.withEdge(local.edge().withHost(host));

      assertThatThrownBy(
              () -> TriggerIngest.start(kafka.settings(), open, List.of(), Telemetry.off()))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining(host)
          .hasMessageContaining("PLAYLOOP_HTTP_TOKEN");
      assertThatThrownBy(() ->
              TriggerIngest.start(
                  kafka.settings(), open.withToken("s3cret"), List.of(), Telemetry.off()))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("PLAYLOOP_HTTP_TLS_CERTIFICATE")
          .hasMessageContaining("PLAYLOOP_HTTP_PLAIN");
    }
  }

  @Test
  void aPortThatIsTakenIsToldAndNothingIsLeftOpen() {
    IngestSettings same = IngestSettings.local().withPort(ingest.httpAddress().getPort());

    assertThatThrownBy(
            () -> TriggerIngest.start(kafka.settings(), same, List.of(), Telemetry.off()))
        .isInstanceOf(CannotListen.class)
        .hasMessageContaining("the HTTP gateway can't listen")
        .hasMessageContaining("port " + ingest.httpAddress().getPort());
  }

  /// Such as a gateway that was closed before it was started: the cause is told, not that a thread
  /// was never begun.
  @Test
  void aStartThatFailsTellsItsCause() {
    IngestSettings local = IngestSettings.local();
    IngestSettings open = local.withEdge(local.edge().withHost("0.0.0.0"));
    HttpEdge edge = HttpEdge.bind(open.edge());

    assertThatThrownBy(
            () -> TriggerIngest.start(kafka.settings(), open, edge, List.of(), Telemetry.off()))
        .isInstanceOf(IllegalStateException.class)
        .isNotInstanceOf(IllegalThreadStateException.class)
        .hasMessageContaining("beyond loopback");
  }

  @Test
  void pagesOfOtherSitesAreNotHeard() throws Exception {
    String event = Http.chat("page", ADA);

    assertThat(http.post(Http.STRUCTURED, event, "Origin", "http://evil.example").status())
        .isEqualTo(403);
    assertThat(http.post(Http.STRUCTURED, event, "Sec-Fetch-Site", "cross-site").status())
        .isEqualTo(403);
    assertThat(stored(TriggerId.ofCloudEvent("/game", "page"))).isEmpty();
  }

  @Test
  void aBodyOfUnknownLengthIsBoundedToo() throws Exception {
    Answer answer = http.postChunked(Http.STRUCTURED, " ".repeat((1 << 20) + 1));

    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.error("field")).isEqualTo("body");
  }

  @Test
  void anotherNumberOfPartitionsIsRefusedWithBothNumbers() throws Exception {
    KafkaSettings eight =
        new KafkaSettings(kafka.settings().client(), new Topics(kafka.topics().prefix(), 8), null);
    try (TriggerIngest wrong =
            TriggerIngest.start(eight, IngestSettings.local(), List.of(), Telemetry.off());
        Http client = new Http(wrong.httpAddress())) {
      Kafka.await("it says so", () -> detail(client).contains("has 4 partitions, not 8"));

      assertThat(client.post(Http.STRUCTURED, Http.chat("e", ADA)).status()).isEqualTo(503);
      assertThat(wrong.awaitReady(Duration.ofMillis(1))).isFalse();
    }
  }

  private static String detail(Http client) {
    try {
      return client.get("/readyz").body().path("detail").asString("");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void settingsNeverPrintTheToken() {
    assertThat(IngestSettings.local().withToken("s3cret").toString()).doesNotContain("s3cret");
  }

  private static Arguments bad(
      String name, String type, String body, int status, String field, String... headers) {
    return Arguments.of(name, type, body, status, field, headers);
  }

  private static String worldEvent(String world, String change) {
    return Http.event(
        "we-1",
        Intake.WORLD_EVENT,
        """
        {"world":"%s","scene":"plaza","version":1,
         "change":{"type":"%s","entity":"bob","kind":"user","state":{"energy":3}}}\
        """
            .formatted(world, change));
  }

  private static String batchOf(int events) {
    return Http.batch(IntStream.range(0, events).mapToObj(i -> Http.chat("b-" + i, ADA)).toList());
  }

  private static List<Trigger> stored(String id) {
    return kafka.read(kafka.topics().triggers()).stream()
        .filter(trigger -> id.equals(trigger.id()))
        .toList();
  }
}
