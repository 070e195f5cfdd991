package dev.playloop.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.worker.Lab;
import dev.playloop.schemas.topic.LetterHeaders;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/// What a dead letter may weigh, whatever the record was.
final class LettersTest {
  private static final Topic<byte[], byte[]> TOPIC = new Topics("t.", 1).deadLetters();
  private final Letters letters =
      new Letters(TOPIC, "role", Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

  @Test
  void aLetterAlwaysFitsItsTopic() {
    RecordHeaders headers = new RecordHeaders();
    for (int i = 0; i < 200; i++) {
      headers.add("h" + i, new byte[1_000]);
    }
    byte[] key = new byte[500_000];
    byte[] value = new byte[TOPIC.maxRecordBytes() + 1];

    ProducerRecord<byte[], byte[]> letter =
        letters.ofInput(
            record(key, value, headers), new IllegalStateException("\ud83d\ude00".repeat(50_000)));

    assertThat(bytes(letter)).isLessThan(TOPIC.maxRecordBytes() + (long) Topic.OVERHEAD_BYTES);
    assertThat(Letters.get(letter.headers(), LetterHeaders.CUT)).isNotNull();
  }

  @Test
  void aLetterFitsItsTopicWhateverLettersItIsMadeOf() {
    String threeBytesEach = "\u0800".repeat(16_000);
    RecordHeaders headers = new RecordHeaders();
    headers.add(threeBytesEach, new byte[0]);

    ProducerRecord<byte[], byte[]> letter =
        letters.ofInput(
            record(new byte[10_000], new byte[0], headers),
            new IllegalStateException(threeBytesEach));

    long beside = letter.key().length;
    for (var header : letter.headers()) {
      beside += Lab.Bench.bytes(header.key()).length + header.value().length + 10L;
    }
    assertThat(beside).isLessThan(Topic.OVERHEAD_BYTES - 1_024);
  }

  @Test
  void whatCouldNotBeFetchedSaysSo() {
    ProducerRecord<byte[], byte[]> letter =
        letters.ofInput(
            new Hole(new TopicPartition("t.in", 0), 7, new IllegalStateException("x")),
            new IllegalStateException("x"));

    assertThat(Letters.get(letter.headers(), LetterHeaders.CUT)).isEqualTo(Letters.UNREAD);
  }

  @Test
  void aLettersOwnHeadersAreNeverTheRecords() {
    RecordHeaders headers = new RecordHeaders();
    LetterHeaders.ALL.forEach(name -> headers.add(name, Lab.Bench.bytes("forged")));
    headers.add("playloop.turn", Lab.Bench.bytes("society/ada:t#1"));

    ProducerRecord<byte[], byte[]> letter =
        letters.ofInput(record(new byte[1], new byte[1], headers), new IllegalStateException("x"));

    assertThat(letter.headers())
        .noneSatisfy(header -> assertThat(header.value()).isEqualTo(Lab.Bench.bytes("forged")));
    assertThat(Letters.get(letter.headers(), "playloop.turn")).isEqualTo("society/ada:t#1");
  }

  private static long bytes(ProducerRecord<byte[], byte[]> letter) {
    long bytes = letter.key().length + (long) letter.value().length;
    for (var header : letter.headers()) {
      bytes += header.key().length() + header.value().length + 10;
    }
    return bytes;
  }

  private static ConsumerRecord<byte[], byte[]> record(
      byte[] key, byte[] value, RecordHeaders headers) {
    return new ConsumerRecord<>(
        "t.in",
        0,
        7,
        0,
        TimestampType.CREATE_TIME,
        key.length,
        value.length,
        key,
        value,
        headers,
        Optional.empty());
  }
}
