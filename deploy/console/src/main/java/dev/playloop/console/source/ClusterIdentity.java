package dev.playloop.console.source;

import dev.playloop.kit.KafkaSettings;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/// Which journal that is: the topic by the id that its cluster gave it. One that was deleted and
/// made again is another.
final class ClusterIdentity {
  private static final long WITHIN_MS = 15_000;

  private ClusterIdentity() {}

  static String of(KafkaSettings kafka) throws InterruptedException {
    String journal = kafka.topics().journal().name();
    try (Admin admin = Admin.create(kafka.with(Map.of()))) {
      String cluster = admin.describeCluster().clusterId().get(WITHIN_MS, TimeUnit.MILLISECONDS);
      String topic =
          admin
              .describeTopics(List.of(journal))
              .allTopicNames()
              .get(WITHIN_MS, TimeUnit.MILLISECONDS)
              .values()
              .stream()
              .map(found -> String.valueOf(found.topicId()))
              .collect(Collectors.joining());
      return "cluster " + cluster + " topic " + journal + " " + topic;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException missing) {
        throw missing;
      }
      if (e.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw new IllegalStateException("Kafka does not say what it is", e);
    } catch (TimeoutException e) {
      throw new org.apache.kafka.common.errors.TimeoutException("Kafka does not say what it is", e);
    }
  }
}
