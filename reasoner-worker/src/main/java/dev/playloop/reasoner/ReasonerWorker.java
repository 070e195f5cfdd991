package dev.playloop.reasoner;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.Worker;
import dev.playloop.kit.WorkerLimits;
import dev.playloop.kit.WorkerSettings;
import dev.playloop.kit.WorkerStats;
import dev.playloop.reasoner.route.ChatTelemetry;
import dev.playloop.reasoner.route.Router;
import dev.playloop.reasoner.route.Time;
import dev.playloop.reasoner.wire.Http;
import dev.playloop.reasoner.wire.Llm;
import dev.playloop.reasoner.wire.WireLlm;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.model.World;
import java.time.Duration;
import java.util.List;

/// The reasoning role: turns one [Turn] into one decision by one LLM call. Several processes share
/// the partitions of `turns`.
public final class ReasonerWorker implements AutoCloseable {
  private final Worker<AgentId, Turn> worker;
  private final Runnable closeTransport;

  private ReasonerWorker(Worker<AgentId, Turn> worker, Runnable closeTransport) {
    this.worker = worker;
    this.closeTransport = closeTransport;
  }

  /// Starts without blocking, with models over HTTP.
  public static ReasonerWorker start(
      KafkaSettings kafka, ReasonerSettings settings, List<World> worlds, Telemetry telemetry) {
    Time time = Time.system();
    Http http = new Http(time.clock());
    Llm llm = new WireLlm(http, settings.keys());
    try {
      return new ReasonerWorker(start(kafka, settings, worlds, telemetry, llm, time), http::close);
    } catch (RuntimeException e) {
      http.close();
      throw e;
    }
  }

  /// Starts with a model in process, for benchmarks and tests.
  public static ReasonerWorker start(
      KafkaSettings kafka,
      ReasonerSettings settings,
      List<World> worlds,
      Telemetry telemetry,
      Llm llm) {
    return new ReasonerWorker(
        start(kafka, settings, worlds, telemetry, llm, Time.system()), () -> {});
  }

  private static Worker<AgentId, Turn> start(
      KafkaSettings kafka,
      ReasonerSettings settings,
      List<World> worlds,
      Telemetry telemetry,
      Llm llm,
      Time time) {
    Router router =
        new Router(llm, time, new ChatTelemetry(telemetry, time.clock()), settings.images());
    ReasonerHandler handler =
        new ReasonerHandler(
            router, new ToolCalls(worlds), kafka.topics().decisions(), time.clock());
    return Worker.start(
        WorkerSettings.of(
                kafka, "reasoner", kafka.topics().turns(), List.of(kafka.topics().decisions()))
            .withLimits(WorkerLimits.DEFAULT.withMaxInFlight(settings.maxInFlight()))
            .withTelemetry(telemetry),
        handler);
  }

  /// Waits until the group has given this reasoner its share. False when `timeout` passed before.
  public boolean awaitAssigned(Duration timeout) throws InterruptedException {
    return worker.awaitAssigned(timeout);
  }

  /// Whether every partition that the group gave this reasoner is being read.
  public boolean isReady() {
    return worker.isReady();
  }

  public boolean isRunning() {
    return worker.isRunning();
  }

  public WorkerStats stats() {
    return worker.stats();
  }

  @Override
  public void close() {
    worker.close();
    closeTransport.run();
  }
}
