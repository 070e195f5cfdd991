package dev.playloop.benchmarks.screen;

import dev.playloop.benchmarks.BenchJournal;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;

/// When each entry of the journal was appended, by the broker's clock; that is before the
/// transaction of which it is a part is committed, and so before anybody can read it. Reads when it
/// is told to, so as to take nothing of what is measured. One thread.
final class Appended implements AutoCloseable {
  private static final byte[] DECIDED = "\"decision-made\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] CONTROLLED = "\"controlled\"".getBytes(StandardCharsets.US_ASCII);

  private final TopicReader journal;
  private final Map<String, Long> next = new HashMap<>();
  private final Map<String, Long> at = new HashMap<>();
  private final List<Long> all = new ArrayList<>();
  private final List<Long> decided = new ArrayList<>();
  private final Map<String, List<Long>> controlled = new TreeMap<>();

  private Appended(TopicReader journal) {
    this.journal = journal;
  }

  /// From now on the broker stamps what is appended.
  static Appended to(KafkaSettings kafka) throws InterruptedException, ExecutionException {
    String name = kafka.topics().journal().name();
    try (Admin admin = Admin.create(new HashMap<>(kafka.with(Map.of())))) {
      var stamped =
          new AlterConfigOp(
              new ConfigEntry("message.timestamp.type", "LogAppendTime"), AlterConfigOp.OpType.SET);
      admin
          .incrementalAlterConfigs(
              Map.of(new ConfigResource(ConfigResource.Type.TOPIC, name), List.of(stamped)))
          .all()
          .get();
    }
    return new Appended(TopicReading.of(kafka, kafka.topics().journal()).prompt().fromBeginning());
  }

  /// Reads what came; returns how many there are.
  int readOn() {
    journal.readToEnd(this::take);
    return all.size();
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    String agent = new String(record.key(), StandardCharsets.UTF_8);
    long seq = next.merge(agent, 1L, Long::sum) - 1;
    at.put(agent + "#" + seq, record.timestamp());
    all.add(record.timestamp());
    byte[] envelope = record.headers().lastHeader("envelope").value();
    if (BenchJournal.mentions(envelope, DECIDED)) {
      decided.add(record.timestamp());
    } else if (BenchJournal.mentions(envelope, CONTROLLED)) {
      controlled.computeIfAbsent(agent, _ -> new ArrayList<>()).add(record.timestamp());
    }
  }

  /// Null where there is no such entry.
  @Nullable Long of(String entry) {
    return at.get(entry);
  }

  /// Of all of them, in order.
  long[] times() {
    return all.stream().mapToLong(Long::longValue).sorted().toArray();
  }

  /// Those of what people said to that agent, in order.
  List<Long> controls(String agent) {
    return controlled.getOrDefault(agent, List.of());
  }

  /// How many decisions of a model were journaled in between.
  long decisions(long from, long to) {
    return decided.stream().filter(time -> time >= from && time < to).count();
  }

  @Override
  public void close() {
    journal.close();
  }
}
