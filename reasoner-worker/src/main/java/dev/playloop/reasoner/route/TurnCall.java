package dev.playloop.reasoner.route;

import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Turn;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One turn on its way through the candidates of its route: who may make it, its money, and what
/// its attempts have come to. Used by one thread.
final class TurnCall {
  private final Turn turn;
  private final Claim claim;
  private final TurnBudget budget;
  private final Map<String, String> images;
  private int attempts;
  private @Nullable String requestHash;

  TurnCall(Turn turn, Claim claim, Map<String, String> images) {
    this.turn = turn;
    this.claim = claim;
    this.budget = new TurnBudget(turn.permitUsd());
    this.images = images;
  }

  Turn turn() {
    return turn;
  }

  Claim claim() {
    return claim;
  }

  TurnBudget budget() {
    return budget;
  }

  /// The images of the prompt that can be shown, as `data:` URLs by hash.
  Map<String, String> images() {
    return images;
  }

  boolean tooLate(Instant now) {
    return now.isAfter(turn.notAfter());
  }

  void began(String hash) {
    attempts++;
    requestHash = hash;
  }

  /// Whether any attempt was made.
  boolean began() {
    return attempts > 0;
  }

  Routed routed(Routed.End end, @Nullable Candidate candidate) {
    return new Routed(end, candidate, budget.cost(), attempts, requestHash);
  }
}
