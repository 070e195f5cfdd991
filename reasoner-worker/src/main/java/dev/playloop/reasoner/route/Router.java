package dev.playloop.reasoner.route;

import dev.playloop.reasoner.wire.Images;
import dev.playloop.reasoner.wire.Llm;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Turn;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Sends a turn to the candidates of its route. Holds what all turns know of each candidate (one
/// entry per candidate in any route, so as few as there are models). Thread-safe; a call blocks its
/// own (virtual) thread.
public final class Router {
  private final Llm llm;
  private final Time time;
  private final ChatTelemetry telemetry;
  private final Images images;
  private final Map<String, CandidateState> states = new ConcurrentHashMap<>();

  public Router(Llm llm, Time time, ChatTelemetry telemetry, Images images) {
    this.llm = llm;
    this.time = time;
    this.telemetry = telemetry;
    this.images = images;
  }

  /// Calls until a candidate has answered, all have failed, or waiting is better. Before each call
  /// `claim` is confirmed; what it throws ends the turn without that call. An interrupt ends the
  /// call in flight.
  public Routed route(Turn turn, Claim claim) throws InterruptedException {
    return new TurnCall(turn, this, claim).run();
  }

  Llm llm() {
    return llm;
  }

  Time time() {
    return time;
  }

  ChatTelemetry telemetry() {
    return telemetry;
  }

  Images images() {
    return images;
  }

  CandidateState state(Candidate candidate) {
    return states.computeIfAbsent(
        candidate.key(), key -> new CandidateState(key, candidate.maxInFlight(), time.clock()));
  }
}
