package dev.playloop.kit;

import dev.playloop.schemas.Text;
import dev.playloop.schemas.topic.LetterHeaders;
import dev.playloop.schemas.topic.Topic;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/// Writes dead letters, those of all roles in one form: the original key, value and headers, and
/// the cause in headers of our own. A letter lies in the partition of the record it stems from.
/// What is larger than the topic takes is cut, and says so: a letter that the broker refuses would
/// be lost, or stop the partition that it is meant to keep going. Safe for all threads, as its
/// clock is.
public final class Letters {
  /// In [LetterHeaders#CUT]: not even the record's bytes could be had.
  public static final String UNREAD = "unread";

  private static final int MAX_CAUSE = 1_000;
  private static final int MAX_STACK = 4_000;
  private static final int MAX_KEY = 16 * 1024;

  /// Of the record's own headers; each costs a little beside its bytes.
  private static final int MAX_HEADERS = 16 * 1024;

  private static final int HEADER_COSTS = 16;

  private final Topic<byte[], byte[]> topic;
  private final String role;
  private final InstantSource clock;

  /// `role` says who writes, `clock` when.
  public Letters(Topic<byte[], byte[]> topic, String role, InstantSource clock) {
    this.topic = topic;
    this.role = role;
    this.clock = clock;
  }

  public Topic<byte[], byte[]> topic() {
    return topic;
  }

  /// For a record that can't be handled.
  public ProducerRecord<byte[], byte[]> ofInput(
      ConsumerRecord<byte @Nullable [], byte @Nullable []> record, Throwable cause) {
    Headers headers = kept(record.headers());
    Header unread = record.headers().lastHeader(LetterHeaders.CUT);
    if (record instanceof Hole || (record.value() == null && unread != null)) {
      put(headers, LetterHeaders.CUT, UNREAD);
    }
    put(headers, LetterHeaders.TOPIC, record.topic());
    put(headers, LetterHeaders.PARTITION, String.valueOf(record.partition()));
    put(headers, LetterHeaders.OFFSET, String.valueOf(record.offset()));
    put(headers, LetterHeaders.CAUSE, text(cause));
    put(headers, LetterHeaders.STACK, stack(cause));
    return letter(record.partition(), record.key(), record.value(), headers);
  }

  /// For an output that can't be sent. `input` names what it answered, or its source.
  public ProducerRecord<byte[], byte[]> ofOutput(
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
    put(headers, LetterHeaders.CAUSE, Text.cut(cause, MAX_CAUSE));
    return letter(partition, output.key(), output.value(), headers);
  }

  public boolean isLetter(ProducerRecord<?, ?> record) {
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
      int size = HEADER_COSTS + header.key().getBytes(StandardCharsets.UTF_8).length;
      size += header.value() == null ? 0 : header.value().length;
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
  public static String text(Throwable cause) {
    String text = cause.getClass().getName() + ": " + message(cause);
    String cut = text.length() > MAX_CAUSE ? text.substring(0, MAX_CAUSE) : text;
    // Half a surrogate pair, quoted or cut, would make whatever carries this unwritable.
    return new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  /// Where it was thrown and by what, the innermost frames first; cut where the header would become
  /// larger than a cause is worth.
  public static String stack(Throwable cause) {
    StringWriter text = new StringWriter();
    try {
      cause.printStackTrace(new PrintWriter(text));
    } catch (RuntimeException | StackOverflowError e) {
      // Somebody's exception that can't even be told must not keep its letter from being written.
      text.append(" … and its stack can't be told: ").append(e.getClass().getName());
    }
    String all = text.toString();
    return Text.cut(all, MAX_STACK);
  }

  private static String message(Throwable cause) {
    try {
      return String.valueOf(cause.getMessage());
    } catch (RuntimeException | StackOverflowError e) {
      return "its message can't be told: " + e.getClass().getName();
    }
  }

  public static @Nullable String get(Headers headers, String name) {
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
