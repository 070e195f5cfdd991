package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.ingest.Http.Answer;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

@NeedsInfra
class HttpGatewayTest extends GatewayCase {
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

    Await.until(
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
}
