package dev.playloop.kit.health;

import dev.playloop.kit.KafkaSettings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/// Whether a broker answers, asked by an admin client that stays open.
final class BrokerProbe implements Probe, AutoCloseable {
  private static final Duration WITHIN = Duration.ofSeconds(2);

  private final KafkaSettings kafka;
  private final Admin admin;

  BrokerProbe(KafkaSettings kafka) {
    this.kafka = kafka;
    String limit = String.valueOf(WITHIN.toMillis());
    this.admin =
        Admin.create(
            kafka.with(Map.of("request.timeout.ms", limit, "default.api.timeout.ms", limit)));
  }

  @Override
  public @Nullable String problem() {
    try {
      admin.describeCluster().nodes().get(2 * WITHIN.toMillis(), TimeUnit.MILLISECONDS);
      return null;
    } catch (ExecutionException | TimeoutException e) {
      return "no answer from Kafka at " + kafka.client().get("bootstrap.servers");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "the process is stopping";
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
