package dev.playloop.kit;

import dev.playloop.schemas.topic.LetterHeaders;
import dev.playloop.schemas.topic.Topic;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/// Writes dead letters: the original key, value and headers, and the cause in headers of our own. A
/// letter lies in the partition of the record it stems from. What is larger than the topic takes is
/// cut, and says so: a letter that the broker refuses would be lost. Safe for all threads.
final class Letters {
  private static final int MAX_CAUSE = 1_000;
  private static final int MAX_STACK = 4_000;
  private static final int MAX_KEY = 16 * 1024;
  private static final int MAX_HEADERS = 16 * 1024;

  private final Topic<byte[], byte[]> topic;
  private final String role;
  private final Clock clock;

  Letters(Topic<byte[], byte[]> topic, String role, Clock clock) {
    this.topic = topic;
    this.role = role;
    this.clock = clock;
  }

  Topic<byte[], byte[]> topic() {
    return topic;
  }

  /// For a record that can't be handled.
  ProducerRecord<byte[], byte[]> ofInput(
      ConsumerRecord<byte @Nullable [], byte @Nullable []> record, Throwable cause) {
    Headers headers = kept(record.headers());
    put(headers, LetterHeaders.TOPIC, record.topic());
    put(headers, LetterHeaders.PARTITION, String.valueOf(record.partition()));
    put(headers, LetterHeaders.OFFSET, String.valueOf(record.offset()));
    put(headers, LetterHeaders.CAUSE, text(cause));
    put(headers, LetterHeaders.STACK, stack(cause));
    return letter(record.partition(), record.key(), record.value(), headers);
  }

  /// For an output that can't be sent. `input` names what it answered, or its source.
  ProducerRecord<byte[], byte[]> ofOutput(
      ProducerRecord<byte @Nullable [], byte @Nullable []> output,
      int partition,
      String input,
      String cause) {
    Headers headers = kept(output.headers());
    put(headers, LetterHeaders.TOPIC, output.topic());
    put(
        headers,
        LetterHeaders.PARTITION,
        String.valueOf(output.partition() == null ? -1 : output.partition().intValue()));
    put(headers, LetterHeaders.OFFSET, "-1");
    put(headers, LetterHeaders.INPUT, input);
    put(
        headers,
        LetterHeaders.CAUSE,
        cause.length() > MAX_CAUSE ? cause.substring(0, MAX_CAUSE) : cause);
    return letter(partition, output.key(), output.value(), headers);
  }

  boolean isLetter(ProducerRecord<?, ?> record) {
    return record.topic().equals(topic.name());
  }

  private ProducerRecord<byte[], byte[]> letter(
      int partition, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
    put(headers, LetterHeaders.ROLE, role);
    put(headers, LetterHeaders.AT, clock.instant().toString());
    byte[] keptKey = key;
    if (key != null && key.length > MAX_KEY) {
      keptKey = Arrays.copyOf(key, MAX_KEY);
      put(headers, LetterHeaders.CUT, "key of " + key.length);
    }
    byte[] kept = value;
    if (value != null && value.length > topic.maxRecordBytes()) {
      kept = Arrays.copyOf(value, topic.maxRecordBytes());
      put(headers, LetterHeaders.CUT, String.valueOf(value.length));
    }
    Integer to = partition < topic.partitions() ? partition : null;
    return new ProducerRecord<>(topic.name(), to, keptKey, kept, headers);
  }

  /// The record's own headers, as many as a letter has room for.
  private static Headers kept(Headers all) {
    Headers kept = new RecordHeaders();
    int bytes = 0;
    for (Header header : all) {
      int size = header.key().length() * 3 + (header.value() == null ? 0 : header.value().length);
      if (!LetterHeaders.ALL.contains(header.key())) {
        if (bytes + size > MAX_HEADERS) {
          put(kept, LetterHeaders.CUT, "headers");
        } else {
          bytes += size;
          kept.add(header);
        }
      }
    }
    return kept;
  }

  /// Class and message, as the header carries it.
  static String text(Throwable cause) {
    String text = cause.getClass().getName() + ": " + message(cause);
    String cut = text.length() > MAX_CAUSE ? text.substring(0, MAX_CAUSE) : text;
    // Half a surrogate pair, quoted or cut, would make whatever carries this unwritable.
    return new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  /// Where it was thrown and by what, the innermost frames first; cut where the header would become
  /// larger than a cause is worth.
  static String stack(Throwable cause) {
    StringWriter text = new StringWriter();
    try {
      cause.printStackTrace(new PrintWriter(text));
    } catch (RuntimeException | StackOverflowError e) {
      // Somebody's exception that can't even be told must not keep its letter from being written.
      text.append(" … and its stack can't be told: ").append(e.getClass().getName());
    }
    String all = text.toString();
    return all.length() > MAX_STACK ? all.substring(0, MAX_STACK) : all;
  }

  private static String message(Throwable cause) {
    try {
      return String.valueOf(cause.getMessage());
    } catch (RuntimeException | StackOverflowError e) {
      return "its message can't be told: " + e.getClass().getName();
    }
  }

  static @Nullable String get(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null || header.value() == null
        ? null
        : new String(header.value(), StandardCharsets.UTF_8);
  }

  private static void put(Headers headers, String name, String value) {
    headers.remove(name);
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
