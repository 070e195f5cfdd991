package dev.playloop.reasoner.wire;

import dev.playloop.schemas.event.Route.Profile;
import java.util.HashMap;
import java.util.Map;

/// Anthropic messages: `POST <baseUrl>/messages` with a base URL that ends in `/v1`. The key goes
/// into `x-api-key`, which every version of the API and every compatible server takes; the version
/// is 2023-06-01, the one that all of them know.
final class AnthropicLlm implements Llm {
  static final String VERSION = "2023-06-01";

  private final Http http;
  private final Keys keys;

  public AnthropicLlm(Http http, Keys keys) {
    this.http = http;
    this.keys = keys;
  }

  @Override
  public LlmAnswer call(LlmRequest request) throws InterruptedException {
    LlmAnswer missing = keys.missing(request.candidate());
    if (missing != null) {
      return missing;
    }
    Map<String, String> headers = new HashMap<>(Map.of("anthropic-version", VERSION));
    keys.of(request.candidate()).ifPresent(key -> headers.put("x-api-key", key));
    LlmAnswer answer =
        http.post(
            request, "/messages", headers, body -> AnthropicReply.read(body, request.prompt()));
    return answer instanceof LlmAnswer.Said said && request.candidate().profile() == Profile.TEXT
        ? TextProfile.read(said, request.prompt())
        : answer;
  }
}
