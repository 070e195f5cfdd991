package dev.playloop.reasoner.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.reasoner.wire.LlmAnswer.Declined;
import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.reasoner.wire.LlmAnswer.Said;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class OpenAiLlmTest extends OpenAiCase {
  @Test
  void theHashedBytesAreTheBytesOnTheWire() throws InterruptedException {
    server.reply("ok", 200, "", Replies.OPENAI);
    LlmRequest request = LlmRequest.of(candidate(), Prompts.prompt("Grüße 👋"));

    llm.call(request);

    assertThat(server.last().body().getBytes(StandardCharsets.UTF_8)).isEqualTo(request.body());
    assertThat(request.hash()).isEqualTo(Sha256.hex(server.last().body()));
    assertThat(server.last().head()).startsWith("POST /ok/chat/completions HTTP/1.1");
    assertThat(server.last().header("content-type")).isEqualTo("application/json");
  }

  @Test
  void theSchemaGoesAsItsCanonicalText() {
    assertThat(body(Prompts.prompt("x"))).contains("\"parameters\":" + Prompts.SCHEMA + "}");
  }

  @Test
  void theAnswerIsReadAsGiven() throws InterruptedException {
    server.reply("ok", 200, "", Replies.OPENAI);

    Said said = said(Prompts.prompt("x"));

    assertThat(said.raw()).isEqualTo(Replies.OPENAI_MESSAGE);
    assertThat(said.calls())
        .containsExactly(
            new RawCall("functions.move:0", "move", "{\"dir\":\"north\", \"steps\":2}"));
    assertThat(said.usage()).isEqualTo(new Usage(11, 4, 7, 3));
    assertThat(said.meta().model()).isEqualTo("m-1");
    assertThat(said.meta().finishReasons()).containsExactly("tool_calls");
  }

  @Test
  void whatThisCandidateSaidIsEchoedByteForByte() throws InterruptedException {
    server.reply("ok", 200, "", Replies.OPENAI);
    Said said = said(Prompts.prompt("x"));

    String body = body(answered(said, candidate().key()));

    assertThat(body)
        .contains(
            Replies.OPENAI_MESSAGE
                + ",{\"role\":\"tool\",\"tool_call_id\":\"functions.move:0\",\"content\":\"{}\"}");
  }

  @Test
  void whatAnotherCandidateSaidIsRenderedWithoutItsOwnFields() throws InterruptedException {
    server.reply("ok", 200, "", Replies.OPENAI);
    Said said = said(Prompts.prompt("x"));

    String body = body(answered(said, "another|http://x|m"));

    assertThat(body).doesNotContain("reasoning_content", "thought_signature");
    JsonNode assistant = Json.tree(body).path("messages").path(2);
    assertThat(assistant.at("/tool_calls/0/id").asString()).isEqualTo("functions.move:0");
    assertThat(assistant.at("/tool_calls/0/function/arguments").asString())
        .isEqualTo("{\"dir\":\"north\", \"steps\":2}");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "arguments":"{\\"dir\\": \\"nor"   | {"dir": "nor
          "arguments":""                     | ``
          "arguments":null                   | ``
          "type":"x"                         | ``
          "arguments":{"dir":"north","z":1.10} | {"dir":"north","z":1.10}
          """)
  void argumentsMayBeBrokenEmptyOrAnObject(String field, String arguments)
      throws InterruptedException {
    String message =
        "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c\",\"type\":\"function\",\"function\":{\"name\":\"move\","
            + field
            + "}}]}";
    server.reply("ok", 200, "", Replies.openAi(message, "tool_calls", ""));

    Said said = said(Prompts.prompt("x"));

    assertThat(said.calls()).containsExactly(new RawCall("c", "move", arguments));
    assertThat(said.usage()).as("no usage is no zero").isNull();
  }

  @Test
  void aCallWithoutAnIdGetsOneThatIsEchoedToo() throws InterruptedException {
    String message =
        "{\"role\":\"assistant\",\"tool_calls\":[{\"function\":{\"name\":\"look\",\"arguments\":{}}}]}";
    server.reply("ok", 200, "", Replies.openAi(message, "stop", ""));

    Said said = said(Prompts.prompt("x"));

    assertThat(said.calls()).containsExactly(new RawCall("call_1_1", "look", "{}"));
    assertThat(Json.tree(said.raw()).at("/tool_calls/0/id").asString()).isEqualTo("call_1_1");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"role":"assistant","content":"Hi"}                                       | Hi
          {"role":"assistant","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]} | ab
          {"role":"assistant","content":null}                                       | ``
          {"role":"assistant","content":""}                                         | ``
          """)
  void textComesInManyShapes(String message, String text) throws InterruptedException {
    server.reply("ok", 200, "", Replies.openAi(message, "stop", ""));

    assertThat(said(Prompts.prompt("x")).text()).isEqualTo(text);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"role":"assistant","content":null,"refusal":"I won't."} | stop           | I won't.
          {"role":"assistant","content":null}                      | content_filter | content filter
          """)
  void aRefusalIsNoAnswer(String message, String finish, String words) throws InterruptedException {
    server.reply("ok", 200, "", Replies.openAi(message, finish, ""));

    LlmAnswer answer = llm.call(LlmRequest.of(candidate(), Prompts.prompt("x")));

    assertThat(answer).isInstanceOf(Declined.class);
    assertThat(((Declined) answer).message()).contains(words);
  }

  @Test
  void finishReasonErrorIsAFailure() throws InterruptedException {
    server.reply(
        "ok", 200, "", Replies.openAi("{\"role\":\"assistant\",\"content\":\"\"}", "error", ""));

    Fault fault = (Fault) llm.call(LlmRequest.of(candidate(), Prompts.prompt("x")));

    assertThat(fault.failure()).isEqualTo(LlmFailure.ERROR_IN_200);
  }

  @Test
  void theKeyComesFromTheEnvironmentAndGoesAsABearerToken() throws InterruptedException {
    server.reply("ok", 200, "", Replies.OPENAI);

    llm.call(LlmRequest.of(Prompts.withKey(candidate(), "KEY"), Prompts.prompt("x")));
    assertThat(server.last().header("authorization")).isEqualTo("Bearer s3cret");

    llm.call(LlmRequest.of(candidate(), Prompts.prompt("x")));
    assertThat(server.last().header("authorization")).isEmpty();
  }

  @Test
  void aKeyThatIsNotSetFailsBeforeAnythingIsSent() throws InterruptedException {
    Fault fault =
        (Fault)
            llm.call(LlmRequest.of(Prompts.withKey(candidate(), "NO_KEY"), Prompts.prompt("x")));

    assertThat(fault.failure()).isEqualTo(LlmFailure.AUTH);
    assertThat(fault.message()).contains("NO_KEY", "not set");
    assertThat(server.requests()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"openai, max_completion_tokens", "moonshot, max_tokens", "vllm, max_tokens"})
  void theOutputBoundHasTheProvidersName(String provider, String field) {
    Candidate c = candidate();
    Candidate other =
        Candidate.of(c.baseUrl(), c.model())
            .provider(provider, c.wire())
            .profile(c.profile())
            .prices(c.prices())
            .tokens(0, 77);

    JsonNode body =
        Json.tree(
            new String(LlmRequest.of(other, Prompts.prompt("x")).body(), StandardCharsets.UTF_8));

    assertThat(body.path(field).asInt()).isEqualTo(77);
    assertThat(body.propertyNames())
        .doesNotContain("temperature", "top_p", "tool_choice", "parallel_tool_calls");
  }
}
