package dev.playloop.chaos.cluster;

import dev.playloop.kit.KafkaSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;

/// Whether every log, Kafka's own included, lies whole on each broker that it belongs to.
public final class InSync {
  private static final long PAUSE_MILLIS = 200;

  private final Map<String, Object> client;

  public InSync(KafkaSettings kafka) {
    this.client =
        new HashMap<>(
            kafka.with(Map.of("request.timeout.ms", "5000", "default.api.timeout.ms", "10000")));
  }

  /// Returns whether it came about within `patience`.
  public boolean await(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    try (Admin admin = Admin.create(client)) {
      while (!is(admin)) {
        if (System.nanoTime() > deadline) {
          return false;
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    }
    return true;
  }

  private static boolean is(Admin admin) throws InterruptedException {
    try {
      Set<String> topics =
          admin.listTopics(new ListTopicsOptions().listInternal(true)).names().get();
      return admin.describeTopics(topics).allTopicNames().get().values().stream()
          .flatMap(topic -> topic.partitions().stream())
          .allMatch(partition ->
              partition.leader() != null && partition.isr().size() == partition.replicas().size());
    } catch (ExecutionException e) {
      return false; // they are still electing
    }
  }
}
