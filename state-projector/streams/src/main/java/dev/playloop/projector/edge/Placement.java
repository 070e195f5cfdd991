package dev.playloop.projector.edge;

import dev.playloop.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/// Where a record has to lie: in the partition of its key as Kafka's Java clients compute it
/// (murmur2). Other clients partition differently or send no key.
public record Placement(int partitions) {
  /// Marks a record that has been re-published once, so that it can't go round for ever.
  public static final String REPUBLISHED = "playloop.republished";

  /// What to do with a record.
  public sealed interface Verdict {}

  /// It is where it belongs.
  public record Ours() implements Verdict {}

  /// It belongs under the id in its body, to the same topic.
  public record Republish() implements Verdict {}

  /// It can't be right; `reason` says why.
  public record Bad(String reason) implements Verdict {}

  private static final Ours OURS = new Ours();

  /// The partition of an id.
  public int of(String id) {
    return Topic.home(id, partitions);
  }

  /// The record as it goes to its topic again, under `id`: in the topic's own form, with its trace
  /// and the mark. Whatever else its sender put into the headers is read by nobody, and may fill
  /// the room of the key.
  public static Record<byte[], byte[]> again(Record<byte[], byte[]> came, String id, Instant at) {
    Headers headers = Trace.headers(Trace.of(came.headers()));
    headers.add(REPUBLISHED, new byte[] {'1'});
    return new Record<>(
        id.getBytes(StandardCharsets.UTF_8), came.value(), at.toEpochMilli(), headers);
  }

  /// Judges a record whose body names `id`.
  public Verdict judge(byte @Nullable [] key, String id, int partition, Headers headers) {
    if (key != null && !new String(key, StandardCharsets.UTF_8).equals(id)) {
      return new Bad(
          "key: expected '"
              + id
              + "' as in the body, got '"
              + shown(key)
              + "'; send the id as the key, raw UTF-8 without quotes");
    }
    int home = of(id);
    if (key != null && home == partition) {
      return OURS;
    }
    if (headers.lastHeader(REPUBLISHED) == null) {
      return new Republish();
    }
    return new Bad(
        "partition: expected "
            + home
            + " of "
            + partitions
            + " for key '"
            + id
            + "', got "
            + partition
            + " though it was re-published; compare the topic's partitions with the catalogue");
  }

  private static String shown(byte[] key) {
    String text = new String(key, 0, Math.min(key.length, 200), StandardCharsets.UTF_8);
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
