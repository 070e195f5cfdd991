package dev.playloop.reasoner.wire;

import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Route.Wire;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.RawJson;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolDeclaration;
import java.time.Duration;
import java.util.List;

/// Candidates and prompts for tests.
public final class Prompts {
  /// A schema whose text differs from what a parser would write: `1.10`, a big integer.
  public static final String SCHEMA =
      "{\"type\":\"object\",\"properties\":{\"dir\":{\"type\":\"string\",\"enum\":[\"north\",\"south\"],"
          + "\"description\":\"way\"},\"steps\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":9007199254740993},"
          + "\"z\":{\"const\":1.10}},\"required\":[\"dir\"],\"additionalProperties\":false}";

  public static final ToolDeclaration MOVE =
      new ToolDeclaration("move", "Move some steps.", new RawJson(SCHEMA));
  public static final ToolDeclaration LOOK =
      new ToolDeclaration(
          "look",
          "Look at something.",
          new RawJson(
              "{\"type\":\"object\",\"properties\":{\"target\":{\"type\":\"string\"}},\"required\":[\"target\"],\"additionalProperties\":false}"));

  private Prompts() {}

  public static Candidate candidate(String baseUrl) {
    return candidate(Wire.OPENAI, baseUrl, Duration.ofSeconds(20));
  }

  public static Candidate candidate(Wire wire, String baseUrl, Duration timeout) {
    return Candidate.of(baseUrl, "test-model")
        .provider(wire == Wire.ANTHROPIC ? "anthropic" : "local", wire)
        .tokens(0, 256)
        .timeout(timeout);
  }

  public static Candidate withKey(Candidate from, String keyRef) {
    return Candidate.of(from.baseUrl(), from.model())
        .provider(from.provider(), from.wire())
        .profile(from.profile())
        .keyRef(keyRef)
        .prices(from.prices())
        .tokens(from.contextTokens(), from.maxOutputTokens())
        .maxInFlight(from.maxInFlight())
        .timeout(from.timeout());
  }

  /// The same model, which takes images.
  public static Candidate seeing(Candidate from) {
    return Candidate.of(from.baseUrl(), from.model())
        .provider(from.provider(), from.wire())
        .profile(from.profile())
        .keyRef(from.keyRef())
        .prices(from.prices())
        .tokens(from.contextTokens(), from.maxOutputTokens())
        .maxInFlight(from.maxInFlight())
        .timeout(from.timeout())
        .images(true);
  }

  public static final Part.Image SCREEN =
      new Part.Image(
          "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
          "file:///screens/9f86.png",
          "image/png");

  /// Two calls of a tool, the first of which showed [#SCREEN], and a user's text.
  public static Turn.Body shown() {
    return new Turn.Body(
        List.of(LOOK),
        List.of(
            new Message.Assistant(
                "", List.of(call("c1", "look", "{}"), call("c2", "look", "{}")), null, null),
            new Message.ToolOutput("c1", "look", "{\"ok\":1}", false, List.of(SCREEN)),
            new Message.ToolOutput("c2", "look", "{\"ok\":2}", false),
            Message.User.text("Go on.")));
  }

  /// A prompt with two tools and one user text.
  public static Turn.Body prompt(String text) {
    return new Turn.Body(
        List.of(MOVE, LOOK),
        List.of(new Message.SystemText("You are Ada."), Message.User.text(text)));
  }

  public static ToolCall call(String id, String tool, String arguments) {
    return new ToolCall(id, tool, arguments, new ToolCall.Valid(Json.tree(arguments)));
  }
}
