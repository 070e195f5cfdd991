package dev.playloop.reasoner.wire;

import dev.playloop.schemas.event.Route.Profile;
import java.util.Map;

/// Chat completions at any compatible base URL (OpenAI, Moonshot, OpenRouter, Gemini, vLLM, Ollama,
/// llama.cpp, the rehearsal model): `POST <baseUrl>/chat/completions`, key as bearer token.
public final class OpenAiLlm implements Llm {
  private final Http http;
  private final Keys keys;

  public OpenAiLlm(Http http, Keys keys) {
    this.http = http;
    this.keys = keys;
  }

  @Override
  public LlmAnswer call(LlmRequest request) throws InterruptedException {
    LlmAnswer missing = keys.missing(request.candidate());
    if (missing != null) {
      return missing;
    }
    Map<String, String> headers =
        keys.of(request.candidate())
            .map(key -> Map.of("Authorization", "Bearer " + key))
            .orElse(Map.of());
    LlmAnswer answer =
        http.post(
            request,
            "/chat/completions",
            headers,
            body -> OpenAiReply.read(body, request.prompt()));
    return answer instanceof LlmAnswer.Said said && request.candidate().profile() == Profile.TEXT
        ? TextProfile.read(said, request.prompt())
        : answer;
  }
}
