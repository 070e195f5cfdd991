package dev.playloop.reasoner.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// How pictures go to a model of OpenAI's kind, and how they stay away.
class OpenAiPicturesTest extends OpenAiCase {
  @Test
  void imagesAndTextsShareAMessage() {
    Message user =
        new Message.User(
            List.of(new Part.Text("look"), new Part.Image("ab", "https://x/y.png", "image/png")));

    JsonNode body =
        seen(Prompts.seeing(candidate()), new Turn.Body(List.of(), List.of(user)), Map.of());

    assertThat(body.at("/messages/0/content/1/image_url/url").asString())
        .isEqualTo("https://x/y.png");
    assertThat(body.has("tools")).isFalse();
  }

  @Test
  void whatToolsShowFollowsBehindAllOfTheirAnswers() {
    Turn.Body prompt = Prompts.shown();

    JsonNode body =
        seen(Prompts.seeing(candidate()), prompt, Map.of(Prompts.SCREEN.sha256(), "data:x"));

    assertThat(body.path("messages").valueStream().map(m -> m.path("role").asString()))
        .containsExactly("assistant", "tool", "tool", "user", "user");
    assertThat(body.at("/messages/3/content/0/text").asString()).isEqualTo("What look (c1) shows:");
    assertThat(body.at("/messages/3/content/1/image_url/url").asString()).isEqualTo("data:x");
  }

  @Test
  void aModelThatTakesNoImagesGetsTheTextOnly() {
    JsonNode body = seen(candidate(), Prompts.shown(), Map.of(Prompts.SCREEN.sha256(), "data:x"));

    assertThat(body.path("messages").valueStream().map(m -> m.path("role").asString()))
        .containsExactly("assistant", "tool", "tool", "user");
    assertThat(body.toString()).doesNotContain("data:x", "image_url", "file:");
  }

  @Test
  void anImageThatIsNotThereIsLeftOutAndItsPlaceIsNeverSent() {
    JsonNode body = seen(Prompts.seeing(candidate()), Prompts.shown(), Map.of());

    assertThat(body.toString()).doesNotContain("image_url", "file:");
  }

  private JsonNode seen(Route.Candidate candidate, Turn.Body prompt, Map<String, String> images) {
    return Json.tree(
        new String(LlmRequest.of(candidate, prompt, images).body(), StandardCharsets.UTF_8));
  }
}
