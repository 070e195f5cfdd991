package dev.playloop.kit.topic;

import dev.playloop.kit.Letters;
import dev.playloop.schemas.topic.LetterHeaders;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Comparator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/// A record that could not be handled or sent: where it lies in `dead-letters` (`id`), where it
/// came from, why it is here, and its original bytes. An output that could not be sent has the
/// topic it was meant for, and `offset` -1; `input` then names the record it answered.
@RecordBuilder
@SuppressWarnings("ArrayRecordComponent") // bytes as they came; letters are told apart by id
public record DeadLetter(
    Id id,
    String topic,
    int partition,
    long offset,
    String cause,
    String role,
    Instant at,
    @Nullable String input,
    byte @Nullable [] key,
    byte @Nullable [] value,
    Headers headers) {
  /// The letter that a record of `dead-letters` holds, whoever wrote it: numbers that aren't there,
  /// or are none, are -1.
  public static DeadLetter of(ConsumerRecord<byte[], byte[]> record) {
    Headers headers = record.headers();
    return new DeadLetter(
        new Id(record.partition(), record.offset()),
        header(headers, LetterHeaders.TOPIC, ""),
        (int) number(headers, LetterHeaders.PARTITION),
        number(headers, LetterHeaders.OFFSET),
        header(headers, LetterHeaders.CAUSE, "unknown"),
        header(headers, LetterHeaders.ROLE, "unknown"),
        Instant.ofEpochMilli(record.timestamp()),
        Letters.get(headers, LetterHeaders.INPUT),
        record.key(),
        record.value(),
        headers);
  }

  private static long number(Headers headers, String name) {
    try {
      return Long.parseLong(header(headers, name, "-1"));
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static String header(Headers headers, String name, String otherwise) {
    String value = Letters.get(headers, name);
    return value == null ? otherwise : value;
  }

  /// Why the loop dropped this trigger, where no journal tells.
  public @Nullable String dropped() {
    return Letters.get(headers, LetterHeaders.DROPPED);
  }

  /// The stack of the failure, where one was thrown; at most 4,000 characters.
  public @Nullable String stack() {
    return Letters.get(headers, LetterHeaders.STACK);
  }

  public Place place() {
    return new Place(at, id);
  }

  /// When and where a letter was written; sorts the newest first. Letters of one moment stand as
  /// they lie in the topic.
  public record Place(Instant at, Id id) implements Comparable<Place> {
    private static final Comparator<Place> NEWEST_FIRST =
        Comparator.comparing(Place::at)
            .reversed()
            .thenComparingInt(place -> place.id().partition())
            .thenComparingLong(place -> place.id().offset());

    @Override
    public int compareTo(Place other) {
      return NEWEST_FIRST.compare(this, other);
    }
  }

  /// Partition and offset in `dead-letters`, written `3:120`.
  public record Id(int partition, long offset) {
    public static Id parse(String text) {
      String[] parts = text.split(":", -1);
      if (parts.length != 2) {
        throw new IllegalArgumentException(
            "a dead letter is named <partition>:<offset>, such as 3:120, not '" + text + "'");
      }
      return new Id(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
    }

    @Override
    public String toString() {
      return partition + ":" + offset;
    }
  }
}
