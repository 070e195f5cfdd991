package dev.playloop.audit.log;

import dev.playloop.audit.Heads;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.JournalReader;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.JournalEntry;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the journal from its beginning and holds where each agent's chain ends: some 300 bytes an
/// agent. Committed records only. Owned by one thread; outages of the broker are waited out by the
/// consumer.
public final class JournalHeads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JournalHeads.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration ASK = Duration.ofSeconds(10);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions = new ArrayList<>();
  private final Map<AgentId, ChainHead> heads = new HashMap<>();

  public JournalHeads(KafkaSettings kafka) {
    Topic<?, ?> journal = kafka.topics().journal();
    int largest = journal.maxRecordBytes() + Topic.OVERHEAD_BYTES;
    Map<String, Object> config =
        kafka.with(
            Map.of(
                "isolation.level",
                "read_committed",
                "enable.auto.commit",
                "false",
                "allow.auto.create.topics",
                "false",
                "auto.offset.reset",
                "earliest",
                "max.partition.fetch.bytes",
                String.valueOf(largest)));
    config.keySet().removeIf(name -> name.startsWith("group."));
    consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    for (int partition = 0; partition < journal.partitions(); partition++) {
      partitions.add(new TopicPartition(journal.name(), partition));
    }
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /// The offsets below which everything is committed, by partition.
  public List<Long> ends() {
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, ASK);
    return partitions.stream().map(partition -> ends.getOrDefault(partition, 0L)).toList();
  }

  /// Reads up to these offsets, and not a record further.
  public void readTo(List<Long> ends) throws InterruptedException {
    while (true) {
      List<TopicPartition> open = new ArrayList<>();
      List<TopicPartition> done = new ArrayList<>();
      for (TopicPartition partition : partitions) {
        boolean behind = consumer.position(partition, ASK) < ends.get(partition.partition());
        (behind ? open : done).add(partition);
      }
      if (open.isEmpty()) {
        return;
      }
      if (Thread.interrupted()) {
        throw new InterruptedException("stopped while reading the journal");
      }
      consumer.pause(done);
      consumer.resume(open);
      take(ends);
    }
  }

  private void take(List<Long> ends) {
    var records = consumer.poll(POLL);
    for (TopicPartition partition : records.partitions()) {
      long end = ends.get(partition.partition());
      for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
        if (record.offset() >= end) {
          break;
        }
        take(record);
      }
      if (consumer.position(partition, ASK) > end) {
        consumer.seek(partition, end);
      }
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    try {
      JournalReader.Read read = JournalReader.read(Json.read(record.value(), JournalEntry.class));
      AgentId agent = read.envelope().agent();
      ChainHead before = heads.put(agent, new ChainHead(read.envelope().seq() + 1, read.hash()));
      if (before != null
          && !before.equals(new ChainHead(read.envelope().seq(), read.envelope().previous()))) {
        LOG.error(
            "the chain of {} is broken at offset {} of {}-{}: 'playloop audit verify' tells more",
            agent,
            record.offset(),
            record.topic(),
            record.partition());
      }
    } catch (InvalidValueException e) {
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
    consumer.close();
  }
}
