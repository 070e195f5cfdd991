package dev.playloop.chaos.cluster;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.QuorumInfo;

/// Whether all brokers are up, and every log, Kafka's own included, lies whole on each that it
/// belongs to. A broker that is just back may not have heard of all topics, and is asked again.
public final class InSync {
  private static final long PAUSE_MILLIS = 200;

  /// A voter asks its leader for more at least twice a second.
  private static final long CAUGHT_UP_MILLIS = 3_000;

  private final Brokers brokers;
  private final Map<String, Object> client;
  private final Set<String> expected;

  /// @param topics that are there, whether the broker that is asked has heard of them or not
  public InSync(Brokers brokers, KafkaSettings kafka, Collection<Topic<?, ?>> topics) {
    this.brokers = brokers;
    this.expected = topics.stream().map(Topic::name).collect(Collectors.toUnmodifiableSet());
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

  /// Whether each voter has, by the leader's word of just now, what the leader has: the disk of one
  /// may only be taken where the other two know all that was decided.
  private static boolean isQuorumWhole(Admin admin)
      throws InterruptedException, ExecutionException {
    QuorumInfo quorum = admin.describeMetadataQuorum().quorumInfo().get();
    long since = System.currentTimeMillis() - CAUGHT_UP_MILLIS;
    return quorum.voters().stream()
        .allMatch(voter ->
            voter.replicaId() == quorum.leaderId()
                || voter.lastCaughtUpTimestamp().orElse(0) >= since);
  }

  private boolean is(Admin admin) throws InterruptedException {
    if (!brokers.areThere()) {
      return false;
    }
    try {
      if (!isQuorumWhole(admin)) {
        return false;
      }
      Set<String> topics =
          admin.listTopics(new ListTopicsOptions().listInternal(true)).names().get();
      return topics.containsAll(expected)
          && admin.describeTopics(topics).allTopicNames().get().values().stream()
              .flatMap(topic -> topic.partitions().stream())
              .allMatch(partition ->
                  partition.leader() != null
                      && partition.isr().size() == partition.replicas().size());
    } catch (ExecutionException e) {
      return false; // they are still electing
    }
  }
}
