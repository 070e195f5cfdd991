package dev.playloop.projector;

import dev.playloop.journal.JournalReader;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.topic.JournalHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// What is committed on `journal`, by agent.
final class JournalTail implements AutoCloseable {
  private final TopicReader reader;
  final Map<AgentId, List<JournalEntry>> entries = new TreeMap<>();
  final List<LoopEvent> events = new ArrayList<>();

  JournalTail(KafkaSettings kafka) {
    reader = TopicReading.of(kafka, kafka.topics().journal()).strict().prompt().fromBeginning();
  }

  /// Reads until it is so, or `within` is over.
  boolean await(BooleanSupplier so, Duration within) {
    long end = System.nanoTime() + within.toNanos();
    while (!so.getAsBoolean() && System.nanoTime() < end) {
      read(Duration.ofMillis(50));
    }
    return so.getAsBoolean();
  }

  void read(Duration timeout) {
    for (ConsumerRecord<byte[], byte[]> record : reader.poll(timeout)) {
      JournalEntry entry = JournalHeaders.read(record.headers(), record.value());
      JournalReader.Read read = JournalReader.read(entry);
      entries.computeIfAbsent(read.envelope().agent(), key -> new ArrayList<>()).add(entry);
      if (read.body() != null) {
        events.addAll(read.body().events());
      }
    }
  }

  long count(Class<? extends LoopEvent> type) {
    return events.stream().filter(type::isInstance).count();
  }

  List<LoopEvent.RunClosed> closed() {
    return events.stream()
        .filter(LoopEvent.RunClosed.class::isInstance)
        .map(LoopEvent.RunClosed.class::cast)
        .toList();
  }

  @Override
  public void close() {
    reader.close();
  }
}
