package dev.playloop.console.source;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.FollowedTable;
import dev.playloop.kit.topic.TopicFollower;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.operator.approval.ApprovalRegister;
import dev.playloop.operator.approval.Sought;
import dev.playloop.operator.approval.Waits;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// What a cluster says beside its journal: the halts in force, and what waits for people. In memory
/// whole: 4 KiB a halt, 96 KiB an agent that waits. Safe for all threads; owns its followers.
public final class ClusterTables implements AutoCloseable {
  private final Topic<AgentId, ApprovalInbox> topic;
  private final FollowedTable<HaltScope, Halt> halts;
  private final Map<AgentId, ApprovalInbox> inboxes = new ConcurrentHashMap<>();
  private final TopicFollower approvals;

  @SuppressWarnings("this-escape") // what it takes is whole before the follower starts
  private ClusterTables(KafkaSettings kafka) {
    this.topic = kafka.topics().approvals();
    this.halts = FollowedTable.start(kafka, kafka.topics().halts());
    this.approvals =
        TopicFollower.start(topic.name(), TopicReading.of(kafka, topic).prompt(), this::put);
  }

  /// Starts without blocking.
  public static ClusterTables start(KafkaSettings kafka) {
    return new ClusterTables(kafka);
  }

  private void put(ConsumerRecord<byte[], byte[]> record) {
    AgentId agent = topic.key().deserializer().deserialize(topic.name(), record.key());
    if (record.value() == null) {
      inboxes.remove(agent);
    } else {
      inboxes.put(agent, topic.value().deserializer().deserialize(topic.name(), record.value()));
    }
  }

  /// Those in force, by their scopes.
  public List<Halt> halts() {
    return halts.values().values().stream()
        .sorted(Comparator.comparing(halt -> halt.scope().value()))
        .toList();
  }

  /// What waits, in the order of [ApprovalRegister].
  public List<Waits> waits(Sought sought) {
    return ApprovalRegister.of(inboxes.values(), sought);
  }

  /// Of all agents that something waits on.
  public Collection<ApprovalInbox> inboxes() {
    return List.copyOf(inboxes.values());
  }

  /// Whether all that was there at the start was read within the time.
  public boolean awaitLoaded(Duration timeout) throws InterruptedException {
    return approvals.awaitLoaded(timeout) && halts.awaitLoaded(timeout);
  }

  /// Why nobody knows yet what waits; null where that is known.
  public @Nullable String problem() {
    return approvals.problem();
  }

  @Override
  public void close() {
    approvals.close();
    halts.close();
  }
}
