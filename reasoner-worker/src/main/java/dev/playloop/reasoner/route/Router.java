package dev.playloop.reasoner.route;

import dev.playloop.reasoner.image.Images;
import dev.playloop.reasoner.wire.Llm;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Turn;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Sends a turn to the candidates of its route. Holds what all turns know of each candidate (one
/// entry per candidate in any route, so as few as there are models). Thread-safe; a call blocks its
/// own (virtual) thread.
public final class Router {
  private final Line line;
  private final Images images;
  private final Map<String, CandidateState> states = new ConcurrentHashMap<>();

  public Router(Llm llm, Time time, ChatTelemetry telemetry, Images images) {
    this.line = new Line(llm, time, telemetry);
    this.images = images;
  }

  /// Calls until a candidate has answered, all have failed, or waiting is better; begins with the
  /// candidate that the run keeps. Before each call `claim` is confirmed; what it throws ends the
  /// turn without that call. An interrupt ends the call in flight.
  public Routed route(Turn turn, Claim claim) throws InterruptedException {
    List<Candidate> candidates = turn.route().candidates();
    TurnCall call = new TurnCall(turn, claim, shown(turn));
    Routed.Later later = null;
    Routed.Failed last = null;
    for (int i = 0; i < candidates.size() && !tooLate(call); i++) {
      Candidate candidate = candidates.get((turn.candidate() + i) % candidates.size());
      switch (new CandidateCall(call, line, candidate, state(candidate)).run()) {
        case Routed.Answered answered -> {
          return call.routed(answered, candidate);
        }
        case Routed.Declined declined -> {
          return call.routed(declined, candidate);
        }
        case Routed.Later sooner -> {
          if (later == null || sooner.until().isBefore(later.until())) {
            later = sooner;
          }
        }
        case Routed.Failed failed -> last = failed;
        case Routed.Expired _ -> {}
      }
    }
    return call.routed(end(call, later, last), null);
  }

  private static Routed.End end(
      TurnCall call, Routed.@Nullable Later later, Routed.@Nullable Failed last) {
    if (later != null) {
      return later;
    }
    if (last != null) {
      return last;
    }
    return call.began()
        ? new Routed.Failed(LlmFailure.TIMEOUT, "the turn's time was over after a failed attempt")
        : new Routed.Expired();
  }

  private Map<String, String> shown(Turn turn) throws InterruptedException {
    boolean any = turn.route().candidates().stream().anyMatch(Candidate::takesImages);
    return any ? images.of(turn.body()) : Map.of();
  }

  private boolean tooLate(TurnCall call) {
    return call.tooLate(line.time().clock().instant());
  }

  private CandidateState state(Candidate candidate) {
    return states.computeIfAbsent(
        candidate.key(),
        key -> new CandidateState(key, candidate.maxInFlight(), line.time().clock()));
  }
}
