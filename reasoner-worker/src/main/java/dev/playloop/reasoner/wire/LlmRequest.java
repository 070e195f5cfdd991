package dev.playloop.reasoner.wire;

import dev.playloop.reasoner.image.ShownImages;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Turn;
import java.util.Map;

/// One request to one candidate. The body is built once as bytes; those bytes are hashed, those
/// bytes are sent. Images that the candidate takes are in it as [#of] got them; in place of others
/// stands a text. Immutable: nobody writes into [#body].
public final class LlmRequest {
  private final Candidate candidate;
  private final Turn.Body prompt;
  private final byte[] body;
  private final String hash;
  private final ShownImages shown;

  private LlmRequest(Candidate candidate, Turn.Body prompt, byte[] body, ShownImages shown) {
    this.candidate = candidate;
    this.prompt = prompt;
    this.body = body;
    this.hash = Sha256.hex(body);
    this.shown = shown;
  }

  /// Renders a prompt without bytes for its images.
  public static LlmRequest of(Candidate candidate, Turn.Body prompt) {
    return of(candidate, prompt, Map.of());
  }

  /// Renders the prompt in the candidate's wire format; `images` are `data:` URLs by hash.
  public static LlmRequest of(Candidate candidate, Turn.Body prompt, Map<String, String> images) {
    ShownImages shown = ShownImages.in(prompt, candidate.takesImages(), images);
    Turn.Body rendered =
        switch (candidate.profile()) {
          case TOOLS -> shown.prompt();
          case TEXT -> TextProfile.withoutTools(shown.prompt(), candidate);
        };
    byte[] body =
        switch (candidate.wire()) {
          case OPENAI -> OpenAiBody.render(candidate, rendered);
          case ANTHROPIC -> AnthropicBody.render(candidate, rendered);
        };
    return new LlmRequest(candidate, prompt, body, shown);
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

  /// How many images the body shows.
  public int images() {
    return shown.count();
  }

  /// The bytes of the body that are text, which is all but the images.
  public long textBytes() {
    return body.length - shown.bytes();
  }

  /// SHA-256 of the body, lower-case hex.
  public String hash() {
    return hash;
  }
}
