package dev.playloop.projector.steady;

import dev.playloop.kit.Letters;
import dev.playloop.kit.WallClock;
import dev.playloop.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where all that a processor sends goes out. What is larger than its topic takes becomes a dead
/// letter, which is cut to fit: refused by the broker it would abort the transaction, and whatever
/// answers the refusal, the record that it was made of would be read again, for ever. Owned by the
/// task's thread.
public final class Outlet {
  /// The sink of the dead letters, in both topologies.
  public static final String DEAD_LETTERS = "dead-letters-out";

  private static final String ROLE = "projector";

  private static final Logger LOG = LoggerFactory.getLogger(Outlet.class);

  /// For the frame of a batch, and what compression adds to bytes that can't be compressed.
  private static final int FRAME_BYTES = 1_024;

  /// Beside the bytes of a header: the lengths of its name and of its value.
  private static final int HEADER_COSTS = 10;

  private final ProcessorContext<byte[], byte[]> context;
  private final Map<String, Topic<?, ?>> sinks;
  private final Letters letters;
  private final Pulse pulse;

  /// `sinks` are those of the topology, each with its topic.
  public Outlet(
      ProcessorContext<byte[], byte[]> context,
      Map<String, Topic<?, ?>> sinks,
      Topic<byte[], byte[]> letters,
      Pulse pulse) {
    this.context = context;
    this.sinks = sinks;
    this.letters = new Letters(letters, ROLE, this::now);
    this.pulse = pulse;
  }

  public void forward(String sink, Record<byte[], byte[]> record) {
    Topic<?, ?> topic = Objects.requireNonNull(sinks.get(sink), sink);
    int takes = topic.maxRecordBytes() + Topic.OVERHEAD_BYTES - FRAME_BYTES;
    long bytes = bytes(record);
    if (bytes <= takes) {
      context.forward(record, sink);
      return;
    }
    String cause =
        "an output of %d bytes, %s takes at most %d".formatted(bytes, topic.name(), takes);
    LOG.atError().addKeyValue("topic", topic.name()).log("becomes a dead letter: {}", cause);
    ProducerRecord<byte[], byte[]> refused =
        new ProducerRecord<>(topic.name(), record.key(), record.value());
    record.headers().forEach(refused.headers()::add);
    int partition = context.taskId().partition();
    letter(sent(letters.ofOutput(refused, partition, input(), cause)));
  }

  /// The letter of a record that can't be handled, for [#letter].
  public Record<byte[], byte[]> letterOf(
      Record<byte[], byte[]> bad, RecordMetadata from, Throwable cause) {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>(from.topic(), from.partition(), from.offset(), bad.key(), bad.value());
    bad.headers().forEach(record.headers()::add);
    return sent(letters.ofInput(record, cause));
  }

  private Record<byte[], byte[]> sent(ProducerRecord<byte[], byte[]> letter) {
    return new Record<>(letter.key(), letter.value(), now().toEpochMilli(), letter.headers());
  }

  private Instant now() {
    return Instant.ofEpochMilli(context.currentSystemTimeMs() + WallClock.offsetMillis());
  }

  /// A dead letter fits its topic as it is made.
  public void letter(Record<byte[], byte[]> letter) {
    pulse.letter();
    context.forward(letter, DEAD_LETTERS);
  }

  /// What is being handled, as workers name it; a deadline is no record.
  private String input() {
    return context
        .recordMetadata()
        .map(from -> from.topic() + "-" + from.partition() + "@" + from.offset())
        .orElse("none");
  }

  private static long bytes(Record<byte[], byte[]> record) {
    long bytes = length(record.key()) + length(record.value());
    for (Header header : record.headers()) {
      bytes += HEADER_COSTS + header.key().getBytes(StandardCharsets.UTF_8).length;
      bytes += length(header.value());
    }
    return bytes;
  }

  private static long length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
