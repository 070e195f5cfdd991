package dev.playloop.console.source;

import dev.playloop.audit.log.TopicJournal;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the effect ledger of a cluster has of single actions. Opens a reader for each question, and
/// holds nothing. Safe for all threads.
public final class ClusterLedger {
  /// So many records of a partition are looked through, from the time on that is asked for.
  private static final long MOST = 50_000;

  private static final Duration ASK = Duration.ofSeconds(10);
  private static final Logger LOG = LoggerFactory.getLogger(ClusterLedger.class);

  private final KafkaSettings kafka;

  public ClusterLedger(KafkaSettings kafka) {
    this.kafka = kafka;
  }

  /// An action as it was sent.
  ///
  /// @param fetched whether its game fetches what is to be done: all of its world then lies where
  ///   the world's name does, and not where its lane does
  public record Sent(Action action, boolean fetched) {
    String key() {
      return fetched ? action.agent().world() : action.lane().value();
    }
  }

  /// The newest entry of each of these actions that has one.
  ///
  /// @param group under which name their world's actions lie
  /// @param since when the first of them was sent, or before
  public Map<ActionId, LedgerEntry> of(String group, Collection<Sent> actions, Instant since) {
    Topic<ActionId, LedgerEntry> topic = kafka.topics().ledger(group);
    Map<Integer, Set<String>> wanted = new HashMap<>();
    for (Sent sent : actions) {
      // An entry lies where its action does.
      wanted
          .computeIfAbsent(topic.home(sent.key()), _ -> new HashSet<>())
          .add(sent.action().action().value());
    }
    Map<ActionId, LedgerEntry> found = new HashMap<>();
    try {
      if (!wanted.isEmpty() && TopicJournal.exists(kafka, topic)) {
        wanted.forEach((number, ids) -> read(new Part(topic, number, ids), since, found));
      }
    } catch (KafkaException e) {
      // A run is told all the same.
      LOG.warn("what {} has of a run can't be read: {}", topic.name(), e.getMessage());
    }
    return found;
  }

  private record Part(Topic<ActionId, LedgerEntry> topic, int number, Set<String> ids) {}

  private void read(Part part, Instant since, Map<ActionId, LedgerEntry> found) {
    TopicPartition partition = new TopicPartition(part.topic().name(), part.number());
    try (TopicReader reader =
        TopicReading.of(kafka, part.topic())
            .partition(part.number())
            .prompt()
            .asking(ASK)
            .from(Map.of(), since)) {
      long end = reader.ends().getOrDefault(partition, 0L);
      long begin = reader.positions().getOrDefault(partition, 0L);
      reader.readTo(
          Map.of(partition, Math.min(end, begin + MOST)),
          record -> entry(part, record).ifPresent(one -> found.put(one.action(), one)));
    }
  }

  /// Only those that are asked for are parsed.
  private static Optional<LedgerEntry> entry(Part part, ConsumerRecord<byte[], byte[]> record) {
    try {
      String name = part.topic().name();
      return record.value() == null
              || !part.ids()
                  .contains(
                      part.topic().key().deserializer().deserialize(name, record.key()).value())
          ? Optional.empty()
          : Optional.of(part.topic().value().deserializer().deserialize(name, record.value()));
    } catch (RuntimeException e) {
      // What can't be read is the executor's to report, which takes its action as begun.
      return Optional.empty();
    }
  }
}
