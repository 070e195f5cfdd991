package dev.playloop.reasoner.route;

import dev.playloop.reasoner.wire.Prompts;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Route.Prices;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Turns and candidates for tests.
public final class Turns {
  /// Nobody else answers.
  public static final Claim MINE = () -> {};

  private Turns() {}

  public static Turn turn(Turn.Body body, BigDecimal permit, Candidate... candidates) {
    return turn(body, permit, HandTime.START.plusSeconds(60), 0, candidates);
  }

  public static Turn turn(
      Turn.Body body, BigDecimal permit, Instant notAfter, int first, Candidate... candidates) {
    return Turn.of(
            new TurnId("society/ada:t-1#1"),
            new AgentId("society/ada"),
            new Route("test", List.of(candidates)),
            body,
            "hash")
        .notAfter(notAfter)
        .candidate(first)
        .permitUsd(permit);
  }

  public static Turn turn(Candidate... candidates) {
    return turn(Prompts.prompt("x"), BigDecimal.ONE, candidates);
  }

  public static Candidate candidate(String model) {
    return candidate(model, Prices.FREE, 100);
  }

  public static Candidate candidate(String model, Prices prices, int maxOutput) {
    return Candidate.of("http://h/v1", model)
        .provider("local", Route.Wire.OPENAI)
        .prices(prices)
        .tokens(0, maxOutput)
        .timeout(Duration.ofSeconds(20));
  }

  public static Candidate sized(String model, int contextTokens, int maxInFlight) {
    return Candidate.of("http://h/v1", model)
        .provider("local", Route.Wire.OPENAI)
        .tokens(contextTokens, 100)
        .maxInFlight(maxInFlight);
  }

  /// A conversation of this many answers, each with a call and its output of 1,000 characters.
  public static Turn.Body conversation(int answers) {
    List<Message> messages = new ArrayList<>(Prompts.prompt("the trigger").messages());
    for (int i = 1; i <= answers; i++) {
      messages.add(
          new Message.Assistant(
              "answer " + i,
              List.of(Prompts.call("c" + i, "look", "{\"target\":\"" + i + "\"}")),
              null,
              null));
      messages.add(new Message.ToolOutput("c" + i, "look", "x".repeat(1_000), false));
    }
    messages.add(Message.User.text("the view"));
    return new Turn.Body(Prompts.prompt("").tools(), messages);
  }
}
