package dev.playloop.reasoner.route;

import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import java.time.Instant;

/// How a turn fared with one candidate.
sealed interface Trial {
  record Answered(LlmAnswer.Said said) implements Trial {}

  record Declined(LlmAnswer.Declined declined) implements Trial {}

  /// It may be called again then, and that is too long to wait in place.
  record Later(Instant until, String reason) implements Trial {}

  record Failed(Fault fault) implements Trial {}

  /// The turn's time was over.
  record TooLate() implements Trial {}
}
