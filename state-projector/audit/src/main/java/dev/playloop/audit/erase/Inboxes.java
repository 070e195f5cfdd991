package dev.playloop.audit.erase;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// What waits for people's words, as far as it still names somebody. The loop takes an agent's away
/// itself when that forgets whom it is about, and what it has overwritten is cleaned away within an
/// hour; records of a compacted topic can't be deleted otherwise. What stays is a question or a
/// grant of another's run that names them. Pure function.
final class Inboxes {
  private Inboxes() {}

  /// The agents whose newest one is such.
  static Set<String> naming(KafkaSettings kafka, Predicate<ConsumerRecord<byte[], byte[]>> them)
      throws InterruptedException {
    Topic<AgentId, ApprovalInbox> approvals = kafka.topics().approvals();
    Set<String> agents = new TreeSet<>();
    TopicScan.committed(kafka)
        .readAll(
            approvals,
            record -> {
              String agent = new String(record.key(), StandardCharsets.UTF_8);
              if (record.value() != null && them.test(record)) {
                agents.add(agent);
              } else {
                agents.remove(agent);
              }
            });
    return agents;
  }
}
