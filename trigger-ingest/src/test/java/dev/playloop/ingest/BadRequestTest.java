package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.ingest.Http.Answer;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.testkit.NeedsInfra;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Each bad request is told what is wrong with it, and leaves nothing behind.
@NeedsInfra
class BadRequestTest extends GatewayCase {
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
  void aMisspeltAgentIsToldItsNearest() throws Exception {
    Answer answer = http.post(Http.STRUCTURED, Http.chat("e", "society/adda"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.error("got")).contains("did you mean 'society/ada'?");
  }

  @Test
  void otherPathsAndMethodsAreProblemsToo() throws Exception {
    assertThat(http.get("/v2/events").status()).isEqualTo(404);
    assertThat(http.get("/v1/events").status()).isEqualTo(405);
    assertThat(http.get("/v1/events").contentType()).isEqualTo("application/problem+json");
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

  private static Arguments bad(
      String name, String type, String body, int status, String field, String... headers) {
    return Arguments.of(name, type, body, status, field, headers);
  }
}
