package dev.playloop.kit.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.worker.Lab.Bench;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

@NeedsInfra
final class BoundedConsumerTest {
  private static final int MOST = 400_000;
  private static final String LARGE = "x".repeat(MOST / 8);

  /// In one batch a partition, which is fetched as a whole; also keys, and values that are null.
  @Test
  void aPollHandsOutWhatIsBearableAndTheNextOnesTheRest(TestInfra infra) throws Exception {
    Bench bench = new Bench(infra.bootstrapServers(), "bounded.", 2);
    try {
      for (int i = 0; i < 40; i++) {
        bench.send(i % 2, "key", LARGE);
        bench.send(i % 2, LARGE, null);
      }
      bench.send(0, "key", LARGE.repeat(9));
      bench.send(0, "key", "small");
      bench.flush();
      List<TopicPartition> partitions =
          Stream.of(0, 1).map(number -> new TopicPartition(bench.in.name(), number)).toList();
      List<List<Long>> offsets = List.of(new ArrayList<>(), new ArrayList<>());
      List<Integer> polls = new ArrayList<>();

      try (BoundedConsumer consumer = new BoundedConsumer(bench.kafka.plain(settings()), MOST)) {
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Await.until(
            "all records",
            () -> {
              int bytes = 0;
              int records = 0;
              for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                offsets.get(record.partition()).add(record.offset());
                bytes += length(record.key()) + length(record.value());
                records++;
              }
              assertThat(records == 1 || bytes <= MOST)
                  .as("%d records of %d bytes", records, bytes)
                  .isTrue();
              polls.add(records);
              return offsets.get(0).size() + offsets.get(1).size() >= 82;
            });
      }

      assertThat(offsets.get(0)).isEqualTo(LongStream.range(0, 42).boxed().toList());
      assertThat(offsets.get(1)).isEqualTo(LongStream.range(0, 40).boxed().toList());
      assertThat(polls).as("more than one by one").anyMatch(records -> records > 4);
    } finally {
      bench.close();
    }
  }

  private static Map<String, Object> settings() {
    return Map.of("max.partition.fetch.bytes", 50_000_000, "fetch.max.bytes", 100_000_000);
  }

  private static int length(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
