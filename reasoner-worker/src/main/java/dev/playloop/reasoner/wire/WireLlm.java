package dev.playloop.reasoner.wire;

/// The model behind whichever wire a candidate speaks. Thread-safe.
public final class WireLlm implements Llm {
  private final Llm openAi;
  private final Llm anthropic;

  public WireLlm(Http http, Keys keys) {
    this.openAi = new OpenAiLlm(http, keys);
    this.anthropic = new AnthropicLlm(http, keys);
  }

  @Override
  public LlmAnswer call(LlmRequest request) throws InterruptedException {
    return switch (request.candidate().wire()) {
      case OPENAI -> openAi.call(request);
      case ANTHROPIC -> anthropic.call(request);
    };
  }
}
