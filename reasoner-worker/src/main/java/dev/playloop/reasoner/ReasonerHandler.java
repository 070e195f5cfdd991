package dev.playloop.reasoner;

import dev.playloop.kit.Context;
import dev.playloop.kit.Emit;
import dev.playloop.kit.Failpoint;
import dev.playloop.kit.Handler;
import dev.playloop.kit.Unhandled;
import dev.playloop.reasoner.route.Routed;
import dev.playloop.reasoner.route.Router;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.topic.HeaderNames;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.worlds.model.Catalogue;
import java.math.BigDecimal;
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
  private final ToolCalls tools;
  private final Decisions decisions;
  private final Topic<AgentId, Decision> output;
  private final Clock clock;
  private final Halts.Source halts;

  ReasonerHandler(
      Router router,
      ToolCalls tools,
      Topic<AgentId, Decision> output,
      Clock clock,
      Halts.Source halts) {
    this.halts = halts;
    this.router = router;
    this.tools = tools;
    this.decisions = new Decisions(output.maxRecordBytes());
    this.output = output;
    this.clock = clock;
  }

  @Override
  public List<Emit<?, ?>> handle(Turn turn, Context<AgentId> context) throws InterruptedException {
    Instant start = clock.instant();
    Catalogue catalogue = tools.named(turn);
    Failpoint.reach("reasoner.before-call");
    Routed routed = router.route(turn, new TurnClaim(turn.agent(), context, halts));
    Failpoint.reach("reasoner.after-call");
    Decision decision = decided(turn, catalogue, routed, Duration.between(start, clock.instant()));
    log(turn, decision);
    return emit(turn, decision);
  }

  @Override
  public List<Emit<?, ?>> onUndeliverable(Turn turn, Context<AgentId> context, String reason) {
    return emit(turn, Decisions.undeliverable(turn, reason));
  }

  /// The run goes on at once, and what the call may have cost is booked. Where not even the id of
  /// the turn can be read there is nobody to answer.
  @Override
  public List<Emit<?, ?>> onDeadLetter(Unhandled<AgentId, Turn> record) {
    Turn turn = record.event();
    if (turn != null) {
      BigDecimal cost = record.mayHaveRun() ? turn.permitUsd() : BigDecimal.ZERO;
      return List.of(
          named(turn.agent(), Decisions.unhandled(turn.turn(), turn.agent(), cost, record)));
    }
    return TurnId.parse(record.header(HeaderNames.TURN))
        .<List<Emit<?, ?>>>map(id -> {
          AgentId agent = id.run().agent();
          return List.of(named(agent, Decisions.unhandled(id, agent, BigDecimal.ZERO, record)));
        })
        .orElse(List.of());
  }

  /// What follows a paid call is not lost by a bug: the turn fails, at the call's cost.
  private Decision decided(Turn turn, Catalogue catalogue, Routed routed, Duration took) {
    try {
      return decisions.of(turn, catalogue, routed, took);
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      LOG.atError().addKeyValue("turn", turn.turn()).setCause(e).log("no decision from an answer");
      return Decisions.broken(turn, routed, took, e);
    }
  }

  private List<Emit<?, ?>> emit(Turn turn, Decision decision) {
    return List.of(named(turn.agent(), decision));
  }

  /// Beside the body the header says which turn is answered.
  private Emit<?, ?> named(AgentId agent, Decision decision) {
    return Emit.of(output, agent, decision).with(HeaderNames.TURN, decision.turn().value());
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
