package dev.playloop.ingest;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Telemetry;
import dev.playloop.worlds.model.WorldSource;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Takes events in: over HTTP, by the agents' schedules, from the worlds' sources. Keeps no state
/// of agents; reads `agents` to refuse unknown ones. Owns its threads; closed by whoever started
/// it.
public final class TriggerIngest implements AutoCloseable {
  private final AgentsTable agents;
  private final Publisher publisher;
  private final HttpGateway gateway;

  private TriggerIngest(AgentsTable agents, Publisher publisher, HttpGateway gateway) {
    this.agents = agents;
    this.publisher = publisher;
    this.gateway = gateway;
  }

  /// Starts without waiting for Kafka: until it is there, requests get 503 and `readyz` says why.
  /// Throws [dev.playloop.kit.InvalidSettingException] where the gateway would be an open door.
  public static TriggerIngest start(
      KafkaSettings kafka,
      IngestSettings settings,
      List<WorldSource> sources,
      Telemetry telemetry) {
    settings.refuseOpenDoor();
    AgentsTable agents = AgentsTable.start(kafka);
    Publisher publisher = Publisher.open(kafka, settings);
    Intake intake = new Intake(kafka.topics(), agents, Clock.systemUTC());
    HttpGateway gateway =
        new HttpGateway(settings, intake, publisher, telemetry, () -> unready(agents));
    gateway.start();
    return new TriggerIngest(agents, publisher, gateway);
  }

  /// Where the gateway listens.
  public URI httpAddress() {
    return gateway.address();
  }

  /// Whether events are taken in within the time.
  public boolean awaitReady(Duration timeout) throws InterruptedException {
    return agents.awaitLoaded(timeout);
  }

  @Override
  public void close() {
    gateway.close();
    publisher.close();
    agents.close();
  }

  private static @Nullable String unready(AgentsTable agents) {
    return agents.isLoaded() ? null : "the agents are not read yet";
  }
}
