package dev.playloop.audit.log;

import dev.playloop.audit.Heads;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.JournalReader;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the journal from its beginning and holds where each agent's chain ends: some 300 bytes an
/// agent. Committed records only. Owned by one thread; an outage of the broker throws, and a later
/// call goes on.
public final class JournalHeads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JournalHeads.class);
  private static final Duration ASK = Duration.ofSeconds(10);

  private final String topic;
  private final TopicReader reader;
  private final Map<AgentId, ChainHead> heads = new HashMap<>();
  private final Set<Integer> begun = new HashSet<>();
  private final Runnable fault;
  private boolean older;

  public JournalHeads(KafkaSettings kafka) {
    this(kafka, () -> {});
  }

  /// `fault` is called for each entry that is none, or does not follow the one before.
  public JournalHeads(KafkaSettings kafka, Runnable fault) {
    this.fault = fault;
    Topic<?, ?> journal = kafka.topics().journal();
    this.topic = journal.name();
    this.reader = TopicReading.of(kafka, journal).strict().asking(ASK).fromBeginning();
  }

  /// The offsets below which everything is committed, by partition.
  public List<Long> ends() {
    Map<TopicPartition, Long> ends = reader.ends();
    return reader.partitions().stream().map(one -> ends.getOrDefault(one, 0L)).toList();
  }

  /// Reads up to these offsets, and not a record further. Throws [AuditException], now and ever
  /// after, where the first record of a partition was written in an older format.
  public void readTo(List<Long> ends) throws InterruptedException {
    Map<TopicPartition, Long> until = new HashMap<>();
    reader.partitions().forEach(one -> until.put(one, ends.get(one.partition())));
    try {
      reader.readTo(until, this::take);
    } catch (InterruptException e) {
      // Kafka wraps an interrupt and sets the flag again; the caller expects the plain one.
      Thread.interrupted();
      throw new InterruptedException("stopped while reading the journal");
    }
    if (older) {
      throw TopicJournal.older(topic);
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    JournalEntry entry = JournalHeaders.read(record.headers(), record.value());
    older |= begun.add(record.partition()) && JournalReader.isFirstFormat(entry);
    if (older) {
      return;
    }
    try {
      JournalReader.Read read = JournalReader.read(entry);
      AgentId agent = read.envelope().agent();
      ChainHead before = heads.put(agent, new ChainHead(read.envelope().seq() + 1, read.hash()));
      if (before != null
          && !before.equals(new ChainHead(read.envelope().seq(), read.envelope().previous()))) {
        fault.run();
        LOG.error(
            "the chain of {} is broken at offset {} of {}-{}: 'playloop audit verify' tells more",
            agent,
            record.offset(),
            record.topic(),
            record.partition());
      }
    } catch (InvalidValueException e) {
      fault.run();
      LOG.error(
          "{}-{}@{} is no journal entry: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          e.getMessage());
    }
  }

  public Heads heads() {
    return Heads.of(heads);
  }

  /// The newest head of one agent; null where it has no entry.
  public @Nullable ChainHead of(AgentId agent) {
    return heads.get(agent);
  }

  @Override
  public void close() {
    reader.close();
  }
}
