package dev.playloop.projector.edge;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/// A record that can't be used, as it goes to `dead-letters`: key and value bytes as they came, the
/// record's own headers, and the cause.
public final class DeadLetter {
  public static final String ROLE = "projector";
  private static final int MAX_CAUSE = 2_000;

  private DeadLetter() {}

  public static Record<byte[], byte[]> of(
      Record<byte[], byte[]> bad, RecordMetadata from, String cause, Instant at) {
    Headers headers = new RecordHeaders(bad.headers());
    set(headers, "playloop.topic", from.topic());
    set(headers, "playloop.partition", String.valueOf(from.partition()));
    set(headers, "playloop.offset", String.valueOf(from.offset()));
    set(headers, "playloop.cause", cause.substring(0, Math.min(cause.length(), MAX_CAUSE)));
    set(headers, "playloop.role", ROLE);
    set(headers, "playloop.at", at.toString());
    return new Record<>(bad.key(), bad.value(), at.toEpochMilli(), headers);
  }

  /// A failure as the cause header says it: class and message.
  public static String cause(Throwable failure) {
    return failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }

  private static void set(Headers headers, String name, String value) {
    headers.remove(name);
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
