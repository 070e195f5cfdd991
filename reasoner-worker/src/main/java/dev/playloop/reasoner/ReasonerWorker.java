package dev.playloop.reasoner;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Role;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.WorkerLimits;
import dev.playloop.kit.topic.FollowedTable;
import dev.playloop.kit.worker.Worker;
import dev.playloop.kit.worker.WorkerSettings;
import dev.playloop.reasoner.route.ChatTelemetry;
import dev.playloop.reasoner.route.Router;
import dev.playloop.reasoner.route.Time;
import dev.playloop.reasoner.wire.Http;
import dev.playloop.reasoner.wire.Llm;
import dev.playloop.reasoner.wire.WireLlm;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.HaltScope;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The reasoning role: turns one [Turn] into one decision by one LLM call. Several processes share
/// the partitions of `turns`. [ReasonerRole] starts it.
final class ReasonerWorker implements Role {
  private final Worker<AgentId, Turn> worker;
  private final FollowedTable<HaltScope, Halt> halts;
  private final Runnable closeTransport;

  private ReasonerWorker(
      Worker<AgentId, Turn> worker, FollowedTable<HaltScope, Halt> halts, Runnable closeTransport) {
    this.worker = worker;
    this.halts = halts;
    this.closeTransport = closeTransport;
  }

  static ReasonerWorker start(ReasonerRole role, RoleContext context) {
    Time time = Time.system();
    Llm given = role.llm();
    if (given != null) {
      return start(role, context, new Model(given, time, () -> {}));
    }
    Http http = new Http(time.clock());
    try {
      Llm llm = new WireLlm(http, role.settings().apiKeys());
      return start(role, context, new Model(llm, time, http::close));
    } catch (RuntimeException e) {
      http.close();
      throw e;
    }
  }

  /// What answers, by whose clock, and how it is closed.
  private record Model(Llm llm, Time time, Runnable close) {}

  private static ReasonerWorker start(ReasonerRole role, RoleContext context, Model model) {
    KafkaSettings kafka = context.kafka();
    ReasonerSettings settings = role.settings();
    Telemetry telemetry = context.telemetry();
    Router router =
        new Router(
            model.llm(),
            model.time(),
            new ChatTelemetry(telemetry, model.time().clock()),
            settings.images());
    FollowedTable<HaltScope, Halt> halts = FollowedTable.start(kafka, kafka.topics().halts());
    try {
      ReasonerHandler handler =
          new ReasonerHandler(
              router,
              new ToolCalls(role.worlds()),
              kafka.topics().decisions(),
              model.time().clock(),
              () -> new Halts(halts.loaded()));
      Worker<AgentId, Turn> worker =
          Worker.start(
              WorkerSettings.of(
                      kafka,
                      "reasoner",
                      kafka.topics().turns(),
                      List.of(kafka.topics().decisions()))
                  .withLimits(WorkerLimits.DEFAULT.withMaxInFlight(settings.maxInFlight()))
                  .withTelemetry(telemetry)
                  .withSuspects(settings.suspects()),
              handler);
      return new ReasonerWorker(worker, halts, model.close());
    } catch (RuntimeException e) {
      halts.close();
      throw e;
    }
  }

  /// Waits until the group has given this reasoner its share. False when `timeout` passed before.
  @Override
  public boolean awaitReady(Duration timeout) throws InterruptedException {
    return worker.awaitAssigned(timeout);
  }

  /// Why it does not do all of its work, in words for the operator; null where it does.
  @Override
  public @Nullable String problem() {
    return worker.problem();
  }

  @Override
  public boolean isAlive() {
    return worker.isRunning();
  }

  @Override
  public void close() {
    worker.close();
    halts.close();
    closeTransport.run();
  }
}
