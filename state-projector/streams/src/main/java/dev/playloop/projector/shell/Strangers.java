package dev.playloop.projector.shell;

import dev.playloop.schemas.id.AgentId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/// Triggers of agents of which the loop knows nothing yet, as they came: a trigger and its agent's
/// config may race, so each waits for a while. Whoever may write triggers can make up agents, as
/// many as he likes: until a record of ours names one it has no state, no journal and no known id,
/// and leaves nothing behind. In the task's store (see [Agents]), behind their own prefix; no more
/// an agent than may wait in its queue. Owned by the task's thread.
final class Strangers {
  private static final String WAITING = "w/";

  /// Behind all keys of an agent, whose rows end in a blank and the digits of an offset.
  private static final String LAST = " :";

  private final Batch batch;
  private final Duration wait;
  private final int maxTriggers;
  private final int maxBytes;

  Strangers(Batch batch, Duration wait, int maxTriggers, int maxBytes) {
    this.batch = batch;
    this.wait = wait;
    this.maxTriggers = maxTriggers;
    this.maxBytes = maxBytes;
  }

  /// A trigger that waits: its offset, when it came, and what the record held.
  @SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
  record Waiting(long offset, Instant came, Headers headers, byte[] value) {
    Record<byte[], byte[]> record(AgentId agent) {
      return new Record<>(
          agent.value().getBytes(StandardCharsets.UTF_8), value, came.toEpochMilli(), headers);
    }

    /// Where it lay.
    RecordMetadata from(String topic, int partition) {
      return new Place(topic, partition, offset);
    }

    private record Place(String topic, int partition, long offset) implements RecordMetadata {}
  }

  /// Sets an alarm for each of them.
  void collect(Alarms alarms) {
    try (KeyValueIterator<String, byte[]> all =
        batch.store().prefixScan(WAITING, new StringSerializer())) {
      String last = "";
      while (all.hasNext()) {
        var row = all.next();
        String agent = row.key.substring(WAITING.length(), row.key.indexOf(' '));
        if (!agent.equals(last)) {
          alarms.set(agent, until(read(row)));
        }
        last = agent;
      }
    }
  }

  /// Lets a trigger wait, and returns until when the agent's first does; null where no more can.
  /// Their headers count among their bytes.
  @Nullable Long add(AgentId agent, Waiting trigger) {
    List<KeyValue<String, byte[]>> before = rows(agent);
    byte[] row = written(trigger);
    int bytes = before.stream().mapToInt(waiting -> waiting.value.length).sum();
    if (before.size() >= maxTriggers || bytes + row.length > maxBytes) {
      return null;
    }
    batch.put(key(agent, trigger), row);
    return until(before.isEmpty() ? trigger : read(before.getFirst()));
  }

  /// Those that wait for this agent, in the order in which they came.
  List<Waiting> of(AgentId agent) {
    return rows(agent).stream().map(Strangers::read).toList();
  }

  private List<KeyValue<String, byte[]>> rows(AgentId agent) {
    String prefix = WAITING + agent.value();
    return batch.range(prefix + " ", prefix + LAST);
  }

  void remove(AgentId agent, Waiting trigger) {
    batch.delete(key(agent, trigger));
  }

  /// Until when it waits, in epoch milliseconds.
  long until(Waiting trigger) {
    return trigger.came().plus(wait).toEpochMilli();
  }

  private static String key(AgentId agent, Waiting trigger) {
    return "%s%s %019d".formatted(WAITING, agent.value(), trigger.offset());
  }

  private static byte[] written(Waiting trigger) {
    List<byte[]> parts = new ArrayList<>();
    for (Header header : trigger.headers()) {
      parts.add(header.key().getBytes(StandardCharsets.UTF_8));
      parts.add(header.value() == null ? new byte[0] : header.value());
    }
    parts.add(trigger.value());
    int size = parts.stream().mapToInt(part -> Integer.BYTES + part.length).sum();
    ByteBuffer row = ByteBuffer.allocate(Long.BYTES + size);
    row.putLong(trigger.came().toEpochMilli());
    parts.forEach(part -> row.putInt(part.length).put(part));
    return row.array();
  }

  private static Waiting read(KeyValue<String, byte[]> stored) {
    ByteBuffer row = ByteBuffer.wrap(stored.value);
    Instant came = Instant.ofEpochMilli(row.getLong());
    RecordHeaders headers = new RecordHeaders();
    byte[] part = part(row);
    while (row.hasRemaining()) {
      headers.add(new String(part, StandardCharsets.UTF_8), part(row));
      part = part(row);
    }
    long offset = Long.parseLong(stored.key.substring(stored.key.indexOf(' ') + 1));
    return new Waiting(offset, came, headers, part);
  }

  private static byte[] part(ByteBuffer row) {
    byte[] part = new byte[row.getInt()];
    row.get(part);
    return part;
  }
}
