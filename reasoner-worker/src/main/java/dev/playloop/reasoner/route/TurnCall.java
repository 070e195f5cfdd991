package dev.playloop.reasoner.route;

import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Turn;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One turn on its way through the candidates of its route, beginning with the one its run keeps.
/// Used by one thread.
final class TurnCall {
  private final Turn turn;
  private final Router router;
  private final Claim claim;
  private final Permit permit;
  private Map<String, String> images = Map.of();
  private int attempts;
  private @Nullable String requestHash;

  TurnCall(Turn turn, Router router, Claim claim) {
    this.turn = turn;
    this.router = router;
    this.claim = claim;
    this.permit = new Permit(turn.permitUsd());
  }

  Routed run() throws InterruptedException {
    List<Candidate> candidates = turn.route().candidates();
    if (candidates.stream().anyMatch(Candidate::takesImages)) {
      images = router.images().of(turn.body());
    }
    Routed.Later later = null;
    Fault last = null;
    for (int i = 0; i < candidates.size() && !tooLate(); i++) {
      Candidate candidate = candidates.get((turn.candidate() + i) % candidates.size());
      switch (new CandidateCall(this, candidate, router.state(candidate)).run()) {
        case Trial.Answered(LlmAnswer.Said said) -> {
          return routed(new Routed.Answered(said), candidate);
        }
        case Trial.Declined(LlmAnswer.Declined declined) -> {
          return routed(new Routed.Declined(declined), candidate);
        }
        case Trial.Later(Instant until, String reason) -> {
          if (later == null || until.isBefore(later.until())) {
            later = new Routed.Later(until, reason);
          }
        }
        case Trial.Failed(Fault fault) -> last = fault;
        case Trial.TooLate _ -> {}
      }
    }
    return routed(end(later, last), null);
  }

  private Routed.End end(Routed.@Nullable Later later, @Nullable Fault last) {
    if (later != null) {
      return later;
    }
    if (last != null) {
      return new Routed.Failed(last.failure(), last.message());
    }
    return attempts == 0
        ? new Routed.Expired()
        : new Routed.Failed(LlmFailure.TIMEOUT, "the turn's time was over after a failed attempt");
  }

  private Routed routed(Routed.End end, @Nullable Candidate candidate) {
    return new Routed(end, candidate, permit.cost(), attempts, requestHash);
  }

  boolean tooLate() {
    return router.time().clock().instant().isAfter(turn.notAfter());
  }

  Claim claim() {
    return claim;
  }

  void began(String hash) {
    attempts++;
    requestHash = hash;
  }

  Turn turn() {
    return turn;
  }

  /// The images of the prompt that can be shown, as `data:` URLs by hash.
  Map<String, String> images() {
    return images;
  }

  Router router() {
    return router;
  }

  Permit permit() {
    return permit;
  }
}
