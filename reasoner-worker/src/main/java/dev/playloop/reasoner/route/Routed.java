package dev.playloop.reasoner.route;

import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Route.Candidate;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How the attempts of one turn ended, and what they came to. `requestHash` is that of the last
/// body sent.
public record Routed(
    End end,
    @Nullable Candidate candidate,
    BigDecimal costUsd,
    int attempts,
    @Nullable String requestHash) {

  /// The end of a turn's attempts, and of those at one candidate of its route.
  public sealed interface End {}

  public record Answered(LlmAnswer.Said said) implements End {}

  public record Declined(LlmAnswer.Declined declined) implements End {}

  /// The candidate wants to be left alone until then, and that is too long to wait in place; of a
  /// turn, every candidate does, this one the shortest.
  public record Later(Instant until, String reason) implements End {}

  public record Failed(LlmFailure failure, String message) implements End {}

  /// The turn's time was over before a call began.
  public record Expired() implements End {}
}
