package dev.playloop.audit.erase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.topic.TopicReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The letters of others, when one subject's are deleted.
final class RemainsTest {
  private static final TopicPartition LETTERS = new TopicPartition("t.dead-letters", 0);
  private static final int ALL = 50;
  private static final int END = 40;

  @Test
  void lettersOfOthersAreWrittenAnewOneByOne() throws Exception {
    MockProducer<byte[], byte[]> producer =
        new MockProducer<>(
            Cluster.empty(), true, null, new ByteArraySerializer(), new ByteArraySerializer());
    try (Source source = new Source(producer)) {
      int kept =
          Remains.appendOthers(
              TopicReader.over(source, List.of(LETTERS)),
              producer,
              Map.of(LETTERS, (long) END),
              record -> record.offset() % 2 == 0);

      assertThat(kept).isEqualTo(END / 2);
      assertThat(producer.history())
          .extracting(RemainsTest::text)
          .hasSize(END / 2)
          .startsWith("letter 1", "letter 3")
          .endsWith("letter 37", "letter 39");
    }
  }

  @ParameterizedTest
  @CsvSource({"player, bob, true", "bob, x, true", "player, bobby, false", "trace, '', false"})
  void aSubjectIsFoundInWhatItsSenderWroteBesideTheRecord(
      String header, String value, boolean found) {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>("t.triggers", 0, 0, null, "{}".getBytes(StandardCharsets.UTF_8));
    record.headers().add("none", null).add(header, value.getBytes(StandardCharsets.UTF_8));

    assertThat(Remains.concerns(record, List.of("bob"))).isEqualTo(found);
  }

  private static String text(ProducerRecord<byte[], byte[]> record) {
    return new String(record.value(), StandardCharsets.UTF_8);
  }

  /// Hands over one letter at a time, and the next one only when the last one is written.
  private static final class Source extends MockConsumer<byte[], byte[]> {
    private final MockProducer<byte[], byte[]> written;

    Source(MockProducer<byte[], byte[]> written) {
      super("earliest");
      this.written = written;
      updateBeginningOffsets(Map.of(LETTERS, 0L));
    }

    @Override
    public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      long offset = position(LETTERS);
      assertThat(written.history())
          .as("of others, when %d are read", offset)
          .hasSize((int) offset / 2);
      if (offset < ALL) {
        byte[] value = ("letter " + offset).getBytes(StandardCharsets.UTF_8);
        addRecord(new ConsumerRecord<>(LETTERS.topic(), LETTERS.partition(), offset, null, value));
      }
      return super.poll(timeout);
    }
  }
}
