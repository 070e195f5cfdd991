package dev.playloop.reasoner;

import dev.playloop.kit.Context;
import dev.playloop.kit.Emit;
import dev.playloop.kit.Failpoint;
import dev.playloop.kit.Handler;
import dev.playloop.reasoner.route.Routed;
import dev.playloop.reasoner.route.Router;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topic;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One turn in, one decision out, keyed by the agent. Keeps no state and touches no world. Logs how
/// a call ended, never what was said.
final class ReasonerHandler implements Handler<AgentId, Turn> {
  private static final Logger LOG = LoggerFactory.getLogger(ReasonerHandler.class);

  private final Router router;
  private final Decisions decisions;
  private final Topic<AgentId, Decision> output;
  private final Clock clock;

  ReasonerHandler(Router router, ToolCalls tools, Topic<AgentId, Decision> output, Clock clock) {
    this.router = router;
    this.decisions = new Decisions(tools, output.maxRecordBytes());
    this.output = output;
    this.clock = clock;
  }

  @Override
  public List<Emit<?, ?>> handle(Turn turn, Context<AgentId> context) throws InterruptedException {
    Instant start = clock.instant();
    Failpoint.reach("reasoner.before-call");
    Routed routed = router.route(turn, context::confirmOwned);
    Failpoint.reach("reasoner.after-call");
    Decision decision = decisions.of(turn, routed, Duration.between(start, clock.instant()));
    log(turn, decision);
    return emit(turn, decision);
  }

  @Override
  public List<Emit<?, ?>> onUndeliverable(Turn turn, Context<AgentId> context, String reason) {
    return emit(turn, Decisions.undeliverable(turn, reason));
  }

  private List<Emit<?, ?>> emit(Turn turn, Decision decision) {
    return List.of(Emit.of(output, turn.agent(), decision));
  }

  private static void log(Turn turn, Decision decision) {
    String failure =
        switch (decision.outcome()) {
          case Decision.Failed failed -> failed.failure().name().toLowerCase(Locale.ROOT);
          case Decision.Deferred deferred -> "deferred until " + deferred.until();
          case Decision.Expired _ -> "expired";
          case Decision.Answered _, Decision.Refused _ -> "";
        };
    (failure.isEmpty() ? LOG.atDebug() : LOG.atWarn())
        .addKeyValue("agent", turn.agent())
        .addKeyValue("run", turn.turn().run())
        .addKeyValue("turn", turn.turn())
        .addKeyValue("route", turn.route().name())
        .addKeyValue("attempts", decision.attempts())
        .addKeyValue("millis", decision.latencyMs())
        .log(failure.isEmpty() ? "decided" : "no answer: {}", failure);
  }
}
