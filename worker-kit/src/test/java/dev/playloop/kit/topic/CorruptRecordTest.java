package dev.playloop.kit.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.kit.worker.Lab.Bench;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A batch that does not match its checksum any more, as a failing disk leaves it: whoever follows
/// the topic gets past it.
@EmbeddedOnly("it changes a byte in the broker's folder")
final class CorruptRecordTest {
  private static final AgentId ADA = new AgentId("test/ada");
  private static final AgentId BEA = new AgentId("test/bea");
  private static final String VICTIM = "to-be-damaged";

  @TempDir Path dir;
  private EmbeddedBroker broker;
  private Bench bench;

  @BeforeEach
  void start() throws Exception {
    broker = EmbeddedBroker.start(dir);
    bench = new Bench(broker.bootstrapServers(), "t.", 2);
  }

  @AfterEach
  void stop() throws Exception {
    bench.close();
    broker.close();
  }

  /// A batch each, one of them damaged, in the first of two partitions.
  private void sendAndDamage() throws IOException {
    for (String value : List.of("one", VICTIM, "two")) {
      bench.send(0, ADA.value(), value);
      bench.flush();
    }
    bench.send(1, BEA.value(), "three");
    bench.flush();
    damage(dir.resolve(bench.in.name() + "-0"), VICTIM);
  }

  /// Nothing is asked of a file but its name: the broker renames others beside the logs.
  static void damage(Path partition, String text) throws IOException {
    byte[] victim = text.getBytes(StandardCharsets.UTF_8);
    int damaged = 0;
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(partition, "*.log")) {
      for (Path log : logs) {
        byte[] bytes = Files.readAllBytes(log);
        for (int at = 0; at + victim.length <= bytes.length; at++) {
          if (java.util.Arrays.equals(bytes, at, at + victim.length, victim, 0, victim.length)) {
            bytes[at] ^= 1;
            Files.write(log, bytes, StandardOpenOption.WRITE);
            damaged++;
          }
        }
      }
    }
    assertThat(damaged).isEqualTo(1);
  }

  @Test
  void aFollowedTableReadsOnBehindIt() throws Exception {
    sendAndDamage();
    try (FollowedTable<AgentId, String> table =
        FollowedTable.start(bench.kafka, FollowedTableTest.topic(bench))) {
      assertThat(table.awaitLoaded(Duration.ofSeconds(60))).isTrue();
      assertThat(table.values()).isEqualTo(Map.of(ADA, "two", BEA, "three"));

      bench.send(0, ADA.value(), "four");
      bench.flush();

      Await.until("the change", () -> table.values().equals(Map.of(ADA, "four", BEA, "three")));
    }
  }

  @Test
  void aPartitionIsReadToItsEndAndWhatWasLostIsCounted() throws Exception {
    sendAndDamage();
    List<String> read = new ArrayList<>();

    TopicReading first = TopicReading.of(bench.kafka, bench.in).partition(0);
    try (TopicReader reader = first.fromBeginning()) {
      reader.readToEnd(record -> read.add(Bench.text(record.value())));

      assertThat(read).containsExactly("one", "two");
      assertThat(reader.lost()).isEqualTo(1);
    }
  }

  @Test
  void aReaderOfATopicGoesOnBehindIt() throws Exception {
    sendAndDamage();
    List<String> read = new ArrayList<>();
    TopicReading all = TopicReading.of(bench.kafka, bench.in);
    try (TopicReader reader = all.from(Map.of(), Instant.EPOCH)) {
      Await.until(
          "all but one",
          () -> {
            reader
                .poll(Duration.ofMillis(100))
                .forEach(record -> read.add(Bench.text(record.value())));
            return read.size() >= 3;
          });
      assertThat(read).containsExactlyInAnyOrder("one", "two", "three");
      assertThat(reader.positions())
          .isEqualTo(
              Map.of(
                  new TopicPartition(bench.in.name(), 0), 3L,
                  new TopicPartition(bench.in.name(), 1), 1L));
    }
  }
}
