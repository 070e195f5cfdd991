package dev.playloop.ingest.control;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicFollower;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// What waits for people's words, read from the compacted topic `approvals` and followed. Kept in
/// memory whole, by agent. A thread of its own reads, as [TopicFollower] says; everyone may look.
/// While the broker is away it keeps what it knows.
public final class OpenApprovals implements AutoCloseable {
  private final Topic<AgentId, ApprovalInbox> topic;
  private final Map<AgentId, ApprovalInbox> byAgent = new ConcurrentHashMap<>();
  private final Map<String, AgentId> agentByApproval = new ConcurrentHashMap<>();
  private final TopicFollower follower;

  @SuppressWarnings("this-escape") // what it takes is whole before the follower starts
  private OpenApprovals(KafkaSettings kafka) {
    this.topic = kafka.topics().approvals();
    this.follower =
        TopicFollower.start(topic.name(), TopicReading.of(kafka, topic).prompt(), this::put);
  }

  /// Starts without blocking.
  public static OpenApprovals start(KafkaSettings kafka) {
    return new OpenApprovals(kafka);
  }

  /// What waits on this agent; null where nothing does.
  public @Nullable ApprovalInbox of(AgentId agent) {
    return byAgent.get(agent);
  }

  /// The inbox whose ask has this id; null where there is none.
  @Nullable ApprovalInbox withApproval(String approval) {
    AgentId agent = agentByApproval.get(approval);
    ApprovalInbox inbox = agent == null ? null : byAgent.get(agent);
    return inbox != null && approval.equals(approval(inbox)) ? inbox : null;
  }

  /// All of them, in no order.
  Collection<ApprovalInbox> all() {
    return byAgent.values();
  }

  /// Why they are not known yet, or null where they are.
  public @Nullable String problem() {
    return follower.problem();
  }

  /// Whether all that was in the topic at the start was read within the time.
  public boolean awaitLoaded(Duration timeout) throws InterruptedException {
    return follower.awaitLoaded(timeout);
  }

  /// Waits until what is in the topic now has been read. False where Kafka does not answer in time.
  boolean awaitCurrent(Duration timeout) throws InterruptedException {
    return follower.awaitCurrent(timeout);
  }

  @Override
  public void close() {
    follower.close();
  }

  private static @Nullable String approval(@Nullable ApprovalInbox inbox) {
    return inbox == null || inbox.ask() == null ? null : inbox.ask().question().approval();
  }

  private void put(ConsumerRecord<byte[], byte[]> record) {
    AgentId agent = topic.key().deserializer().deserialize(topic.name(), record.key());
    ApprovalInbox next =
        record.value() == null
            ? null
            : topic.value().deserializer().deserialize(topic.name(), record.value());
    ApprovalInbox before = next == null ? byAgent.remove(agent) : byAgent.put(agent, next);
    String now = approval(next);
    String gone = approval(before);
    if (now != null) {
      agentByApproval.put(now, agent);
    }
    if (gone != null && !gone.equals(now)) {
      agentByApproval.remove(gone, agent);
    }
  }
}
