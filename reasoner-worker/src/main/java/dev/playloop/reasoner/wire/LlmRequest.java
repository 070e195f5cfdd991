package dev.playloop.reasoner.wire;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Turn;

/// One request to one candidate. The body is built once as bytes; those bytes are hashed, those
/// bytes are sent. Immutable: nobody writes into [#body].
public final class LlmRequest {
  private final Candidate candidate;
  private final Turn.Body prompt;
  private final byte[] body;
  private final String hash;

  private LlmRequest(Candidate candidate, Turn.Body prompt, byte[] body) {
    this.candidate = candidate;
    this.prompt = prompt;
    this.body = body;
    this.hash = Sha256.hex(body);
  }

  /// Renders the prompt in the candidate's wire format.
  public static LlmRequest of(Candidate candidate, Turn.Body prompt) {
    Turn.Body rendered =
        switch (candidate.profile()) {
          case TOOLS -> prompt;
          case TEXT -> TextProfile.withoutTools(prompt, candidate);
        };
    byte[] body =
        switch (candidate.wire()) {
          case OPENAI -> OpenAiBody.render(candidate, rendered);
          case ANTHROPIC -> AnthropicBody.render(candidate, rendered);
        };
    return new LlmRequest(candidate, prompt, body);
  }

  public Candidate candidate() {
    return candidate;
  }

  public Turn.Body prompt() {
    return prompt;
  }

  /// The bytes on the wire, UTF-8 JSON.
  public byte[] body() {
    return body;
  }

  /// SHA-256 of the body, lower-case hex.
  public String hash() {
    return hash;
  }
}
