package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.ingest.Http.Answer;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NeedsInfra;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// `POST /v1/events?validate=only`: whatever it answers, nothing is on a topic afterwards.
@NeedsInfra
class ValidateOnlyTest extends GatewayCase {
  private static final String ONLY = "/v1/events?validate=only";

  private int before;

  @BeforeEach
  void count() {
    before = written();
  }

  @AfterEach
  void nothingWasWritten() {
    assertThat(written()).as("records on triggers and world-events").isEqualTo(before);
  }

  private static int written() {
    return kafka.records(kafka.topics().triggers()).size()
        + kafka.records(kafka.topics().worldEvents()).size();
  }

  /// A whole body that is too large is the edge's to refuse, which knows nothing of queries.
  static Stream<Arguments> badRequests() {
    return BadRequestTest.badRequests()
        .filter(bad -> !String.valueOf(bad.get()[0]).equals("a body beyond 1 MiB"));
  }

  @Test
  void aTriggerIsToldWhatWouldBecomeOfIt() throws Exception {
    Answer answer = http.postTo(ONLY, Http.STRUCTURED, Http.chat("v-1", ADA));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.contentType()).isEqualTo("application/json");
    assertThat(answer.body().path("id").asString())
        .isEqualTo(TriggerId.ofCloudEvent("/game", "v-1"));
    assertThat(answer.body().path("topic").asString()).isEqualTo(kafka.topics().triggers().name());
    assertThat(answer.body().path("key").asString()).isEqualTo(ADA);
    Trigger record = Json.read(Json.bytes(answer.body().path("record")), Trigger.class);
    assertThat(record.text()).isEqualTo("Hi");
    assertThat(record.id()).isEqualTo(answer.body().path("id").asString());
  }

  @Test
  void aWorldEventIsToldItsScene() throws Exception {
    Answer answer = http.postTo(ONLY, Http.STRUCTURED, worldEvent("society", "put"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body().path("topic").asString())
        .isEqualTo(kafka.topics().worldEvents().name());
    assertThat(answer.body().path("key").asString()).isEqualTo("plaza");
    WorldEvent record = Json.read(Json.bytes(answer.body().path("record")), WorldEvent.class);
    assertThat(record.change()).isInstanceOf(WorldEvent.EntityPut.class);
  }

  @Test
  void aBatchIsAnsweredEventByEvent() throws Exception {
    String batch = Http.batch(List.of(Http.chat("v-2", ADA), worldEvent("society", "put")));

    Answer answer = http.postTo(ONLY, Http.BATCH, batch);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body().values())
        .extracting(event -> event.path("key").asString())
        .containsExactly(ADA, "plaza");
  }

  @Test
  void whatWouldBeReplacedIsTold() throws Exception {
    Answer answer =
        http.postTo(ONLY, Http.STRUCTURED, Http.chat("v-3", ADA).replace("Hi", "Hi \\ud83d"));

    assertThat(answer.body().path("replaced").asInt()).isEqualTo(1);
    assertThat(answer.body().path("record").path("text").asString()).isEqualTo("Hi \ufffd");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badRequests")
  void whatIsWrongIsToldAsWhereItIsPublished(
      String name, String type, String body, int status, String field, String... headers)
      throws Exception {
    Answer published = http.post(type, body, headers);

    Answer answer = http.postTo(ONLY, type, body, headers);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.error("field")).isEqualTo(field);
    assertThat(answer.body()).isEqualTo(published.body());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          validate                       | validate | only                       | ''
          validate=                      | validate | only                       | ''
          validate=ONLY                  | validate | only                       | 'ONLY'
          validate=true                  | validate | only                       | 'true'
          validate=only&validate=no      | validate | only                       | 'no'
          validate=%6fnly                | validate | only                       | '%6fnly'
          valdate=only                   | query    | validate=only, or nothing  | 'valdate'
          dry-run=true                   | query    | validate=only, or nothing  | 'dry-run'
          validate=only&agent=ada        | query    | validate=only, or nothing  | 'agent'
          validate=only&                 | query    | validate=only, or nothing  | ''
          """,
      quoteCharacter = '~')
  void aQueryThatIsNoneIsRefusedAndWritesNothing(
      String query, String field, String expected, String got) throws Exception {
    Answer answer =
        http.postTo("/v1/events?" + query.strip(), Http.STRUCTURED, Http.chat("q", ADA));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.contentType()).isEqualTo("application/problem+json");
    assertThat(answer.error("field")).isEqualTo(field);
    assertThat(answer.error("expected")).isEqualTo(expected);
    assertThat(answer.error("got")).isEqualTo(got);
  }

  @Test
  void aLongQueryIsCutInItsRefusal() throws Exception {
    Answer answer =
        http.postTo("/v1/events?" + "x".repeat(4_000), Http.STRUCTURED, Http.chat("q", ADA));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.error("got").length()).isLessThan(100);
  }

  /// No id is remembered: afterwards the event is as new as before.
  @Test
  void theSameEventCanBePublishedAfterwards() throws Exception {
    Answer checked = http.postTo(ONLY, Http.STRUCTURED, Http.chat("v-4", ADA));
    assertThat(http.postTo(ONLY, Http.STRUCTURED, Http.chat("v-4", ADA)).status()).isEqualTo(200);

    Answer published = http.post(Http.STRUCTURED, Http.chat("v-4", ADA));

    assertThat(published.status()).isEqualTo(202);
    assertThat(published.body().path("id")).isEqualTo(checked.body().path("id"));
    assertThat(published.body().size()).isEqualTo(1);
    assertThat(stored(published.body().path("id").asString())).hasSize(1);
    before++;
  }
}
