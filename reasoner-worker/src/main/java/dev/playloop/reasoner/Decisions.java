package dev.playloop.reasoner;

import dev.playloop.kit.Unhandled;
import dev.playloop.reasoner.route.Routed;
import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Decision.Answered;
import dev.playloop.schemas.event.Decision.Failed;
import dev.playloop.schemas.event.Decision.Outcome;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.worlds.model.Catalogue;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Builds the decision of a turn, never larger than its topic takes: a text that is too long is cut
/// with a note; tool calls that are too long fail the turn, for half a call must not act.
/// Immutable.
final class Decisions {
  static final String CUT = "… [cut: the answer was too long]";

  private final int maxBytes;

  Decisions(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  Decision of(Turn turn, Catalogue catalogue, Routed routed, Duration took) {
    Decision decision =
        switch (routed.end()) {
          case Routed.Answered(LlmAnswer.Said said) -> {
            Boolean cut = said.wasCut() ? true : null;
            Answered answered =
                new Answered(
                    said.raw(), said.text(), ToolCalls.check(turn, catalogue, said.calls()), cut);
            yield told(plain(turn, routed, took, answered), said.meta(), said.usage());
          }
          case Routed.Declined(LlmAnswer.Declined declined) -> {
            Decision refused = plain(turn, routed, took, new Decision.Refused(declined.message()));
            yield told(refused, declined.meta(), declined.usage());
          }
          case Routed.Later(var until, String reason) ->
              plain(turn, routed, took, new Decision.Deferred(until, reason));
          case Routed.Failed(LlmFailure failure, String message) ->
              plain(turn, routed, took, new Failed(failure, message));
          case Routed.Expired() -> plain(turn, routed, took, new Decision.Expired());
        };
    return bounded(decision);
  }

  /// The answer to a turn whose decision the broker would not take.
  static Decision undeliverable(Turn turn, String reason) {
    return Decision.of(
            turn.turn(),
            turn.agent(),
            new Failed(LlmFailure.INVALID_BODY, "the decision could not be published: " + reason))
        .spent(null, turn.permitUsd());
  }

  /// The answer to a turn that became a dead letter.
  static Decision unhandled(
      TurnId turn, AgentId agent, BigDecimal cost, Unhandled<AgentId, Turn> record) {
    return Decision.of(
            turn,
            agent,
            new Failed(LlmFailure.BAD_REQUEST, "the turn could not be handled: " + record.reason()))
        .spent(null, cost);
  }

  /// The decision of a turn whose answer breaks us: what it cost is known all the same.
  static Decision broken(Turn turn, Routed routed, Duration took, Throwable bug) {
    return plain(
        turn, routed, took, new Failed(LlmFailure.INVALID_BODY, "bug: " + Unhandled.text(bug)));
  }

  private static Decision plain(Turn turn, Routed routed, Duration took, Outcome outcome) {
    Candidate candidate = routed.candidate();
    Decision decision =
        Decision.of(turn, outcome)
            .spent(null, routed.costUsd())
            .took(routed.attempts(), took.toMillis())
            .requestHash(routed.requestHash());
    return candidate == null ? decision : decision.by(candidate.model(), candidate.key());
  }

  /// With what the provider says of itself.
  private static Decision told(Decision decision, LlmAnswer.Meta meta, @Nullable Usage usage) {
    String model = meta.model() == null ? decision.model() : meta.model();
    return decision
        .by(model, decision.candidate())
        .spent(usage, decision.costUsd())
        .notes(meta.notes());
  }

  private Decision bounded(Decision decision) {
    if (!(decision.outcome() instanceof Answered answered)) {
      return decision;
    }
    // Most are far too small to need counting: no JSON text is six times longer than its content.
    long roughly =
        6L * (answered.raw().length() + answered.text().length()) + 12L * arguments(answered);
    if (roughly < maxBytes / 2 || fits(decision)) {
      return decision;
    }
    for (int keep = Math.min(maxBytes / 16, answered.text().length()); ; keep /= 2) {
      String text =
          answered.text().length() <= keep
              ? answered.text()
              : Text.cut(answered.text(), keep) + CUT;
      // What the provider put beside the text goes too; the message is rendered anew.
      Decision smaller =
          replaced(
              decision,
              new Answered(
                  rendered(text, answered.toolCalls()),
                  text,
                  answered.toolCalls(),
                  answered.cut()));
      if (fits(smaller)) {
        return smaller;
      }
      if (keep == 0) {
        return replaced(
            decision,
            new Failed(
                LlmFailure.INVALID_BODY, "the model's tool calls exceed " + maxBytes + " bytes"));
      }
    }
  }

  private static long arguments(Answered answered) {
    return answered.toolCalls().stream().mapToLong(c -> 200L + c.arguments().length()).sum();
  }

  private boolean fits(Decision decision) {
    return Json.bytes(decision).length <= maxBytes;
  }

  private static Decision replaced(Decision d, Outcome outcome) {
    return d.outcome(outcome).by(d.model(), outcome instanceof Failed ? d.candidate() : null);
  }

  /// A message in the OpenAI format that stands for a cut one in the journal. It is not echoed: the
  /// decision names no candidate, so the next prompt renders text and calls anew.
  private static String rendered(String text, List<ToolCall> calls) {
    return Json.NODES
        .objectNode()
        .put("role", "assistant")
        .put("content", text)
        .put("cut", true)
        .put("calls", calls.size())
        .toString();
  }
}
