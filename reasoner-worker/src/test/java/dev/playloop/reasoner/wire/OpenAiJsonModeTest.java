package dev.playloop.reasoner.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.reasoner.wire.LlmAnswer.Said;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Route.Profile;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A model without tool calls, which is asked for JSON instead.
class OpenAiJsonModeTest extends OpenAiCase {
  @Test
  void aModelWithoutToolCallsIsAskedInJson() throws InterruptedException {
    Candidate c = candidate();
    Candidate text =
        Candidate.of(c.baseUrl(), "m")
            .provider("local", c.wire())
            .profile(Profile.TEXT)
            .prices(c.prices());
    server.reply(
        "ok",
        200,
        "",
        Replies.openAi(
            "{\"role\":\"assistant\",\"content\":\"{\\\"say\\\":\\\"Off I go.\\\",\\\"calls\\\":[{\\\"tool\\\":\\\"move\\\",\\\"args\\\":{\\\"dir\\\":\\\"north\\\"}}]}\"}",
            "stop",
            ""));

    Said said = (Said) llm.call(LlmRequest.of(text, Prompts.prompt("x")));

    assertThat(said.text()).isEqualTo("Off I go.");
    assertThat(said.calls())
        .containsExactly(new RawCall("call_1_1", "move", "{\"dir\":\"north\"}"));
    JsonNode sent = Json.tree(server.last().body());
    assertThat(sent.has("tools")).isFalse();
    assertThat(sent.at("/response_format/type").asString()).isEqualTo("json_object");
    assertThat(sent.at("/messages/0/content").asString())
        .startsWith("You are Ada.")
        .contains("move: Move some steps.", "\"enum\":[\"north\",\"south\"]");

    Turn.Body next = answered(said, text.key());
    llm.call(LlmRequest.of(text, next));
    JsonNode second = Json.tree(server.last().body()).path("messages");
    assertThat(second.path(2).path("role").asString()).isEqualTo("assistant");
    assertThat(second.path(3).path("role").asString()).isEqualTo("user");
    assertThat(second.path(3).path("content").asString()).contains("Result of move (call_1_1): {}");
  }

  @Test
  void proseFromAModelInJsonModeIsAPlainAnswer() throws InterruptedException {
    Candidate c = candidate();
    Candidate text =
        Candidate.of(c.baseUrl(), "m")
            .provider("local", c.wire())
            .profile(Profile.TEXT)
            .prices(c.prices());
    server.reply(
        "ok",
        200,
        "",
        Replies.openAi("{\"role\":\"assistant\",\"content\":\"Well.\"}", "stop", ""));

    Said said = (Said) llm.call(LlmRequest.of(text, Prompts.prompt("x")));

    assertThat(said.text()).isEqualTo("Well.");
    assertThat(said.calls()).isEmpty();
  }
}
