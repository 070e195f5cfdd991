package dev.playloop.projector.edge;

import dev.playloop.schemas.Text;
import dev.playloop.schemas.topic.LetterHeaders;
import dev.playloop.schemas.topic.Topic;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/// A record that can't be used, as it goes to `dead-letters`: key and value bytes as they came, the
/// record's own headers, and the cause. What is larger than that topic takes is cut, and says so: a
/// dead letter that can't be sent would stop the partition that it is meant to keep going. The
/// headers are those of the workers' dead letters.
public final class DeadLetter {
  public static final String ROLE = "projector";

  private static final int MAX_CAUSE = 2_000;
  private static final int MAX_STACK = 4_000;
  private static final int MAX_KEY = 8 * 1024;

  /// Of the record's own headers; each costs a little beside its bytes.
  private static final int MAX_HEADERS = 16 * 1024;

  private static final int HEADER_COSTS = 16;

  private DeadLetter() {}

  public static Record<byte[], byte[]> of(
      Topic<byte[], byte[]> letters,
      Record<byte[], byte[]> bad,
      RecordMetadata from,
      Throwable failure,
      Instant at) {
    Headers headers = kept(bad);
    set(headers, LetterHeaders.STACK, stack(failure));
    return of(letters, bad, from, cause(failure), headers, at);
  }

  public static Record<byte[], byte[]> of(
      Topic<byte[], byte[]> letters,
      Record<byte[], byte[]> bad,
      RecordMetadata from,
      String cause,
      Instant at) {
    return of(letters, bad, from, cause, kept(bad), at);
  }

  /// An output that is larger than `topic` takes. Its place there is none; `input` names what it
  /// answered.
  public static Record<byte[], byte[]> ofOutput(
      Topic<byte[], byte[]> letters,
      Record<byte[], byte[]> output,
      String topic,
      String input,
      String cause) {
    Headers headers = kept(output);
    place(headers, topic, -1, -1);
    set(headers, LetterHeaders.INPUT, input);
    return letter(letters, output, cause, headers, Instant.ofEpochMilli(output.timestamp()));
  }

  private static Record<byte[], byte[]> of(
      Topic<byte[], byte[]> letters,
      Record<byte[], byte[]> bad,
      RecordMetadata from,
      String cause,
      Headers headers,
      Instant at) {
    place(headers, from.topic(), from.partition(), from.offset());
    return letter(letters, bad, cause, headers, at);
  }

  private static void place(Headers headers, String topic, int partition, long offset) {
    set(headers, LetterHeaders.TOPIC, topic);
    set(headers, LetterHeaders.PARTITION, String.valueOf(partition));
    set(headers, LetterHeaders.OFFSET, String.valueOf(offset));
  }

  private static Record<byte[], byte[]> letter(
      Topic<byte[], byte[]> letters,
      Record<byte[], byte[]> bad,
      String cause,
      Headers headers,
      Instant at) {
    set(headers, LetterHeaders.CAUSE, Text.cut(cause, MAX_CAUSE));
    set(headers, LetterHeaders.ROLE, ROLE);
    set(headers, LetterHeaders.AT, at.toString());
    byte[] key = cut(bad.key(), MAX_KEY, headers);
    byte[] value = cut(bad.value(), letters.maxRecordBytes(), headers);
    return new Record<>(key, value, at.toEpochMilli(), headers);
  }

  /// A failure as the cause header says it: class and message.
  public static String cause(Throwable failure) {
    return failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }

  private static byte @Nullable [] cut(byte @Nullable [] bytes, int max, Headers headers) {
    if (bytes == null || bytes.length <= max) {
      return bytes;
    }
    set(headers, LetterHeaders.CUT, String.valueOf(bytes.length));
    return Arrays.copyOf(bytes, max);
  }

  /// The first of the record's own headers, as many as there is room for, and none that claims to
  /// be a letter's; where no bytes came, that they could not be read is told by one.
  private static Headers kept(Record<byte[], byte[]> record) {
    RecordHeaders kept = new RecordHeaders();
    int bytes = 0;
    for (Header header : record.headers()) {
      boolean unread = record.value() == null && header.key().equals(LetterHeaders.CUT);
      if (LetterHeaders.ALL.contains(header.key()) && !unread) {
        continue;
      }
      bytes += HEADER_COSTS + header.key().getBytes(StandardCharsets.UTF_8).length;
      bytes += header.value() == null ? 0 : header.value().length;
      if (bytes > MAX_HEADERS) {
        break;
      }
      kept.add(header);
    }
    return kept;
  }

  private static String stack(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    String all = text.toString();
    return Text.cut(all, MAX_STACK);
  }

  private static void set(Headers headers, String name, String value) {
    headers.remove(name);
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
