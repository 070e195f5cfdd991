package dev.playloop.launcher;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Asks a model server which models it has (`GET /models`), for servers that have just one, such as
/// llama.cpp or vLLM.
final class ModelCatalogue {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int MAX_ANSWER_BYTES = 4 << 20;
  private static final String NEXT = "name the model: set PLAYLOOP_MODEL_NAME.";

  private ModelCatalogue() {}

  /// The one model behind `url`; a [UserProblem] where there are more or none.
  static String only(URI url) {
    List<String> models = models(url);
    if (models.size() != 1) {
      throw UserProblem.usage(
          url + " has " + models.size() + " models" + (models.isEmpty() ? "" : ": " + models),
          NEXT);
    }
    return models.getFirst();
  }

  private static HttpRequest request(URI models) {
    HttpRequest.Builder request = HttpRequest.newBuilder(models).timeout(TIMEOUT);
    String reference = ModelKey.reference();
    if (reference == null) {
      return request.build();
    }
    try {
      return request.header("Authorization", "Bearer " + System.getenv(reference).strip()).build();
    } catch (IllegalArgumentException e) {
      // Its message holds the key.
      throw UserProblem.usage(
          reference + " holds a character that no key has, such as the end of a line",
          "set it to the key alone.");
    }
  }

  private static List<String> models(URI url) {
    String base = url.toString().replaceAll("/+$", "");
    HttpRequest request = request(URI.create(base + "/models"));
    try (HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build()) {
      HttpResponse<String> response =
          client.send(request, BodyHandlers.limiting(BodyHandlers.ofString(), MAX_ANSWER_BYTES));
      if (response.statusCode() != 200) {
        throw UserProblem.environment(
            base + "/models answered " + response.statusCode(),
            "check the URL and the key (PLAYLOOP_MODEL_KEY or OPENAI_API_KEY), or " + NEXT,
            null);
      }
      List<String> names = new ArrayList<>();
      for (JsonNode model : Json.tree(response.body()).path("data")) {
        names.add(model.path("id").asString(""));
      }
      return names;
    } catch (IOException | InvalidValueException e) {
      throw UserProblem.environment(
          "no model server answers at " + base + ": " + e.getMessage(),
          "check the URL, such as http://127.0.0.1:8080/v1, or " + NEXT,
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw UserProblem.environment("interrupted", "try again.", e);
    }
  }
}
