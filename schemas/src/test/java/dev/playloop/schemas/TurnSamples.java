package dev.playloop.schemas;

import static dev.playloop.schemas.Samples.ADA;
import static dev.playloop.schemas.Samples.ARGS;
import static dev.playloop.schemas.Samples.AT;
import static dev.playloop.schemas.Samples.CENT;
import static dev.playloop.schemas.Samples.HASH;
import static dev.playloop.schemas.Samples.TURN;

import dev.playloop.schemas.Samples.Sample;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.RawJson;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolDeclaration;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A turn, and what comes of it.
final class TurnSamples {
  private TurnSamples() {}

  static Route route() {
    Route.Candidate candidate =
        Route.Candidate.of("http://127.0.0.1:9000/v1", "rehearsal")
            .keyRef("OPENAI_API_KEY")
            .prices(
                new Route.Prices(
                    new BigDecimal("0.50"), new BigDecimal("0.05"), new BigDecimal("1.50")))
            .timeout(Duration.ofSeconds(60))
            .images(true);
    return new Route("default", List.of(candidate));
  }

  static Turn turn() {
    ToolCall valid = new ToolCall("call-1", "do_work", "{}", new ToolCall.Valid(ARGS));
    ToolCall invalid =
        new ToolCall(
            "call-2",
            "do_wrk",
            "{",
            new ToolCall.Invalid("arguments", "a JSON object", "{", "do_work"));
    List<Message> messages =
        List.of(
            new Message.SystemText("You are Ada."),
            new Message.User(
                List.of(new Part.Text("Hi"), new Part.Image(HASH, "file:///map.png", "image/png"))),
            new Message.Assistant("Working.", List.of(valid, invalid), "{\"role\":1}", "a|b|c"),
            new Message.ToolOutput(
                "call-1", "do_work", "{\"status\":\"done\"}", false, List.of(image())));
    ToolDeclaration tool =
        new ToolDeclaration("do_work", "Earn gold.", new RawJson("{\"type\":\"object\"}"));
    return Turn.of(TURN, ADA, route(), new Turn.Body(List.of(tool), messages), HASH)
        .notAfter(AT)
        .permitUsd(CENT);
  }

  static void decisions(Map<String, Sample> all) {
    ToolCall call = new ToolCall("call-1", "do_work", "{}", new ToolCall.Valid(ARGS));
    Map<String, Decision.Outcome> outcomes =
        Map.of(
            "answered", new Decision.Answered("{\"content\":\"ok\"}", "ok", List.of(call), true),
            "refused", new Decision.Refused("I can't help with that."),
            "deferred", new Decision.Deferred(AT, "rate limit"),
            "failed", new Decision.Failed(LlmFailure.CONTEXT_OVERFLOW, "too long"),
            "expired", new Decision.Expired());
    outcomes.forEach((name, outcome) ->
        all.put(
            "decision." + name,
            new Sample(
                Decision.class,
                Decision.of(TURN, ADA, outcome)
                    .by("rehearsal-1", "openai|http://127.0.0.1:9000/v1|rehearsal")
                    .spent(new Decision.Usage(900, 800, 40, 0), new BigDecimal("0.000123"))
                    .took(2, 321)
                    .requestHash(HASH)
                    .notes(List.of("1 character of the reply was replaced")))));
  }

  static Part.Image image() {
    return new Part.Image(HASH, "file:///screens/" + HASH + ".png", "image/png");
  }
}
