package dev.playloop.reasoner.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.reasoner.wire.LlmAnswer.Declined;
import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.reasoner.wire.LlmAnswer.Said;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Route.Wire;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class AnthropicLlmTest {
  private final FaultServer server = new FaultServer();
  private final Http http = new Http(InstantSource.system());
  private final AnthropicLlm llm = new AnthropicLlm(http, keyRef -> "s3cret");

  @AfterEach
  void close() {
    http.close();
    server.close();
  }

  @Test
  void theRequestIsWhatTheApiExpects() throws InterruptedException {
    server.reply("v1", 200, "", Replies.ANTHROPIC);
    LlmRequest request = LlmRequest.of(Prompts.withKey(candidate(), "KEY"), Prompts.prompt("Hi"));

    llm.call(request);

    FaultServer.Seen seen = server.last();
    assertThat(seen.head()).startsWith("POST /v1/messages HTTP/1.1");
    assertThat(seen.header("x-api-key")).isEqualTo("s3cret");
    assertThat(seen.header("authorization")).isEmpty();
    assertThat(seen.header("anthropic-version")).isEqualTo("2023-06-01");
    assertThat(request.hash()).isEqualTo(Sha256.hex(seen.body()));
    JsonNode body = Json.tree(seen.body());
    assertThat(body.path("system").asString()).isEqualTo("You are Ada.");
    assertThat(body.path("max_tokens").asInt()).isEqualTo(256);
    assertThat(seen.body()).contains("\"input_schema\":" + Prompts.SCHEMA + "}");
    assertThat(body.propertyNames()).doesNotContain("temperature", "top_p", "top_k", "tool_choice");
  }

  @Test
  void theAnswerIsReadAsGiven() throws InterruptedException {
    server.reply("v1", 200, "", Replies.ANTHROPIC);

    Said said = said(Prompts.prompt("x"));

    assertThat(said.raw())
        .isEqualTo("{\"role\":\"assistant\",\"content\":" + Replies.ANTHROPIC_CONTENT + "}");
    assertThat(said.text()).isEqualTo("Going.");
    assertThat(said.calls())
        .containsExactly(new RawCall("toolu_1", "move", "{\"dir\":\"north\",\"steps\":2}"));
    assertThat(said.usage())
        .as("cached tokens are part of the input")
        .isEqualTo(new Usage(20, 4, 7, 0));
    assertThat(said.meta().finishReasons()).containsExactly("tool_use");
  }

  @Test
  void contentIsEchoedByteForByteAndOutputsComeFirst() throws InterruptedException {
    server.reply("v1", 200, "", Replies.ANTHROPIC);
    Said said = said(Prompts.prompt("x"));
    List<Message> messages =
        new ArrayList<>(OpenAiLlmTest.answered(said, candidate().key()).messages());
    messages.add(Message.User.text("a notice"));

    String body = body(new Turn.Body(List.of(Prompts.MOVE), messages));

    assertThat(body)
        .contains(
            said.raw()
                + ",{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"toolu_1\",\"content\":\"{}\"},"
                + "{\"type\":\"text\",\"text\":\"a notice\"}]}]");
  }

  @Test
  void whatAnotherCandidateSaidIsRenderedAnew() throws InterruptedException {
    server.reply("v1", 200, "", Replies.ANTHROPIC);

    String body = body(OpenAiLlmTest.answered(said(Prompts.prompt("x")), "other"));

    assertThat(body).doesNotContain("signature");
    assertThat(Json.tree(body).at("/messages/1/content/1"))
        .isEqualTo(
            Json.tree(
                "{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"move\",\"input\":{\"dir\":\"north\",\"steps\":2}}"));
  }

  @Test
  void brokenArgumentsOfAnotherModelBecomeAnEmptyInput() {
    Message said =
        new Message.Assistant(
            "",
            List.of(
                new ToolCall(
                    "c1",
                    "move",
                    "{\"dir",
                    new ToolCall.Invalid("arguments", "JSON", "text", null))),
            null,
            null);
    Message output = new Message.ToolOutput("c1", "move", "{\"status\":\"invalid\"}", true);

    JsonNode body =
        Json.tree(
            body(
                new Turn.Body(
                    List.of(Prompts.MOVE), List.of(Message.User.text("x"), said, output))));

    assertThat(body.at("/messages/1/content/0/input")).isEqualTo(Json.tree("{}"));
    assertThat(body.at("/messages/2/content/0/is_error").asBoolean()).isTrue();
  }

  @Test
  void withoutToolsTheTranscriptIsPlainText() throws InterruptedException {
    server.reply("v1", 200, "", Replies.ANTHROPIC);
    Turn.Body withTools = OpenAiLlmTest.answered(said(Prompts.prompt("x")), candidate().key());

    String body = body(new Turn.Body(List.of(), withTools.messages()));

    assertThat(body).doesNotContain("tool_use", "tool_result", "\"tools\"");
    assertThat(body).contains("[called move", "Result of move: {}");
  }

  @Test
  void aRefusalIsNoAnswer() throws InterruptedException {
    server.reply(
        "v1",
        200,
        "",
        "{\"id\":\"m\",\"content\":[],\"stop_reason\":\"refusal\",\"usage\":{\"input_tokens\":1,\"output_tokens\":0}}");

    assertThat(llm.call(LlmRequest.of(candidate(), Prompts.prompt("x"))))
        .isInstanceOf(Declined.class);
  }

  @Test
  void anEmptyAnswerCanBeEchoed() throws InterruptedException {
    server.reply("v1", 200, "", "{\"id\":\"m\",\"content\":[],\"stop_reason\":\"end_turn\"}");

    Said said = said(Prompts.prompt("x"));

    assertThat(said.text()).isEmpty();
    assertThat(said.usage()).isNull();
    assertThat(Json.tree(said.raw()).path("content").size()).isEqualTo(1);
  }

  private Candidate candidate() {
    return Prompts.candidate(Wire.ANTHROPIC, server.url("v1"), Duration.ofSeconds(20));
  }

  private Said said(Turn.Body prompt) throws InterruptedException {
    return (Said) llm.call(LlmRequest.of(candidate(), prompt));
  }

  @Test
  void whatAToolShowsStandsInItsResult() {
    JsonNode body =
        Json.tree(
            new String(
                LlmRequest.of(
                        Prompts.seeing(candidate()),
                        Prompts.shown(),
                        Map.of(Prompts.SCREEN.sha256(), "data:image/png;base64,AAAA"))
                    .body(),
                StandardCharsets.UTF_8));

    JsonNode result = body.at("/messages/1/content/0");
    assertThat(result.path("type").asString()).isEqualTo("tool_result");
    assertThat(result.at("/content/0/text").asString()).isEqualTo("{\"ok\":1}");
    assertThat(result.at("/content/1/source/type").asString()).isEqualTo("base64");
    assertThat(result.at("/content/1/source/media_type").asString()).isEqualTo("image/png");
    assertThat(result.at("/content/1/source/data").asString()).isEqualTo("AAAA");
    assertThat(body.at("/messages/1/content/1/content").asString()).isEqualTo("{\"ok\":2}");
  }

  private String body(Turn.Body prompt) {
    return new String(LlmRequest.of(candidate(), prompt).body(), StandardCharsets.UTF_8);
  }
}
