package dev.playloop.executor;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.RetriableException;
import dev.playloop.kit.Unhandled;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.topic.Topic;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads ledger partitions with a consumer of its own, read_committed, up to their end. The
/// partition's producer is initialised by then, so that nothing of a predecessor is still open.
final class KafkaLedgerLog implements LedgerLog {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaLedgerLog.class);

  private final KafkaSettings kafka;
  private final Topic<?, ?> actions;
  private final Topic<ActionId, LedgerEntry> ledger;
  private final boolean readLedger;

  /// `readLedger` is false for worlds that keep their own op-id rows.
  KafkaLedgerLog(KafkaSettings kafka, String world, boolean readLedger) {
    this.kafka = kafka;
    this.actions = kafka.topics().actions(world);
    this.ledger = kafka.topics().ledger(world);
    this.readLedger = readLedger;
  }

  @Override
  public Found read(int partition, Consumer<LedgerEntry> each) throws InterruptedException {
    TopicReading reading = TopicReading.of(kafka, actions).partition(partition);
    try (TopicReader action = reading.fromBeginning()) {
      long nextAction = action.ends().values().stream().mapToLong(end -> end).sum();
      boolean whole = !readLedger || readAll(partition, each);
      return new Found(nextAction, whole);
    } catch (InterruptException e) {
      // Kafka wraps an interrupt and sets the flag again; the caller expects the plain one.
      Thread.interrupted();
      throw new InterruptedException("interrupted while reading " + ledger.name());
    } catch (KafkaException e) {
      throw new RetriableException(
          "can't read partition " + partition + " of " + ledger.name() + ": " + e.getMessage(), e);
    }
  }

  /// False where an entry can't even be fetched, or not be told whose it is.
  private boolean readAll(int partition, Consumer<LedgerEntry> each) {
    AtomicBoolean whole = new AtomicBoolean(true);
    TopicReading reading = TopicReading.of(kafka, ledger).partition(partition);
    try (TopicReader reader = reading.fromBeginning()) {
      reader.readToEnd(record -> {
        LedgerEntry entry = record.value() == null ? null : parsed(record);
        if (entry != null) {
          each.accept(entry);
        } else if (record.value() != null) {
          whole.set(false);
        }
      });
      return reader.lost() == 0 && whole.get();
    }
  }

  /// The entry; where its value can't be read, an intent without pre-state, so that the world is
  /// asked and nothing is performed again; null where not even the action is known.
  private @Nullable LedgerEntry parsed(ConsumerRecord<byte[], byte[]> record) {
    try {
      return ledger.value().deserializer().deserialize(ledger.name(), record.value());
    } catch (RuntimeException | StackOverflowError e) {
      // Whatever stands there: the others are read, and its action is never begun again.
      LOG.error(
          "unreadable entry at {}-{} offset {}: its action is taken as begun: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          Unhandled.text(e));
      return begun(record);
    }
  }

  private @Nullable LedgerEntry begun(ConsumerRecord<byte[], byte[]> record) {
    try {
      ActionId action = ledger.key().deserializer().deserialize(ledger.name(), record.key());
      return action == null
          ? null
          : new LedgerEntry.Intent(action, Instant.ofEpochMilli(record.timestamp()), List.of());
    } catch (RuntimeException e) {
      return null;
    }
  }
}
