package dev.playloop.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The model of the load driver, in process and over the wire.
class BenchModelTest {
  @Test
  void lastTurnFinishesBesideItsCall() {
    assertThat(BenchModel.calls(1, 3)).extracting(BenchModel.Call::name).containsExactly("craft");
    assertThat(BenchModel.calls(3, 3))
        .extracting(BenchModel.Call::name)
        .containsExactly("craft", "finish");
  }

  @Test
  void answerHasAboutTwoKilobytes() {
    assertThat(BenchModel.completion(1, 3).length).isBetween(1_500, 2_500);
    assertThat(Json.bytes(BenchWorld.OUTPUT).length).isBetween(1_500, 2_500);
    assertThat(BenchModel.triggerText(3).length()).isBetween(1_500, 2_500);
  }

  @Test
  void serverCountsTheToolAnswersOfTheRequest() throws Exception {
    String tool = "{\"role\":\"tool\",\"content\":\"x\"}";
    String request =
        "{\"messages\":[{\"role\":\"user\",\"content\":\"turns=3; go\"},"
            + tool
            + ","
            + tool
            + "]}";

    try (WireProcess process = WireProcess.start();
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(URI.create(process.model(0) + "/chat/completions"))
                  .version(HttpClient.Version.HTTP_1_1)
                  .POST(HttpRequest.BodyPublishers.ofString(request, StandardCharsets.UTF_8))
                  .build(),
              HttpResponse.BodyHandlers.ofString());

      JsonNode calls =
          Json.tree(response.body()).get("choices").get(0).get("message").get("tool_calls");
      assertThat(calls).hasSize(2);
      assertThat(calls.get(0).get("id").asString()).isEqualTo("call_3");
    }
  }
}
