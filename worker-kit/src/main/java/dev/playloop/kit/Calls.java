package dev.playloop.kit;

import dev.playloop.schemas.topic.Topic;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the handler's calls: bytes to event, repeats after outages, outputs to bytes, and what
/// fails for good to dead letters. Safe for all threads; runs on the lanes' virtual threads.
final class Calls<K, V> {
  private static final Logger LOG = LoggerFactory.getLogger(Calls.class);

  private final WorkerSettings<K, V> settings;
  private final Handler<K, V> handler;
  private final Counters counters;
  private final Tracing tracing;
  private final Letters letters;
  private final Encoder encoder;
  private final Deserializer<K> keys;
  private final Deserializer<V> values;

  Calls(WorkerSettings<K, V> settings, Handler<K, V> handler, Counters counters) {
    this.settings = settings;
    this.handler = handler;
    this.counters = counters;
    this.tracing = new Tracing(settings.telemetry(), settings.groupId());
    Topic<byte[], byte[]> deadLetters = settings.kafka().topics().deadLetters();
    this.letters = new Letters(deadLetters, settings.group(), WallClock.system());
    this.encoder = new Encoder(settings.outputs());
    this.keys = settings.input().key().deserializer();
    this.values = settings.input().value().deserializer();
  }

  /// Records with equal lanes are handled in order. Without a key there is no order to keep.
  static Object lane(ConsumerRecord<byte[], byte[]> record) {
    byte[] key = record.key();
    return key == null ? (Object) record.offset() : ByteBuffer.wrap(key);
  }

  /// What a record weighs in memory, roughly.
  static long size(ConsumerRecord<byte[], byte[]> record) {
    return (long) Math.max(0, record.serializedKeySize())
        + Math.max(0, record.serializedValueSize());
  }

  /// Handles one record and tells its partition; tells nothing when it was interrupted because the
  /// partition is gone.
  void run(ConsumerRecord<byte[], byte[]> record, Partition<K, V> partition) {
    try (Tracing.TracedCall process = tracing.process(record)) {
      Item.Finished finished = handle(record, partition, process);
      if (finished != null) {
        partition.finish(finished);
      }
    }
  }

  private Item.@Nullable Finished handle(
      ConsumerRecord<byte[], byte[]> record,
      Partition<K, V> partition,
      Tracing.TracedCall process) {
    try {
      if (record.value() == null) {
        return finished(record, List.of(), (output, reason) -> List.of());
      }
      K key = keys.deserialize(record.topic(), record.headers(), record.key());
      V event = values.deserialize(record.topic(), record.headers(), record.value());
      RecordContext<K> context = new RecordContext<>(key, record, process, partition, encoder);
      return handled(event, context, partition);
    } catch (InterruptedException | FencedException e) {
      return partition.isGone() || e instanceof FencedException
          ? null
          : deadLetter(record, e, process);
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      // The one place where anything goes: user code, and bytes from anyone. A record that can't
      // be handled must not stop its partition.
      return partition.isGone() ? null : deadLetter(record, e, process);
    }
  }

  private Item.@Nullable Finished handled(
      V event, RecordContext<K> context, Partition<K, V> partition) throws InterruptedException {
    Duration pause = settings.limits().retryFrom();
    while (true) {
      try {
        List<Emit<?, ?>> outputs = handler.handle(event, context);
        return outcome(event, context, outputs);
      } catch (RetriableException e) {
        counters.retried.increment();
        LOG.debug("{}: outage, again in {}: {}", context, pause, e.getMessage());
        if (!partition.pause(pause)) {
          counters.abandoned.increment();
          return null;
        }
        Duration doubled = pause.multipliedBy(2);
        Duration max = settings.limits().retryMax();
        pause = doubled.compareTo(max) > 0 ? max : doubled;
      }
    }
  }

  private Item.Finished outcome(V event, RecordContext<K> context, List<Emit<?, ?>> outputs) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(outputs.size());
    for (Emit<?, ?> output : outputs) {
      Encoder.Encoded encoded = encoder.encode(output, context.outputHeaders());
      if (encoded.problem() == null) {
        records.add(encoded.record());
      } else {
        records.addAll(replacement(event, context, encoded.record(), encoded.problem()));
      }
    }
    return finished(
        context.record(),
        records,
        (refused, reason) -> replacement(event, context, refused, reason));
  }

  /// A dead letter in place of an output that can't be sent, and the handler's answer to whoever
  /// waits for it. Answers that can't be sent either become dead letters only.
  private List<ProducerRecord<byte[], byte[]>> replacement(
      V event, RecordContext<K> context, ProducerRecord<byte[], byte[]> refused, String reason) {
    LOG.warn("{}: an output to {} can't be sent: {}", context, refused.topic(), reason);
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    if (letters.isLetter(refused)) {
      return records;
    }
    counters.deadLetters.increment();
    records.add(letter(context, refused, reason));
    for (Emit<?, ?> answer : answers(event, context, reason)) {
      Encoder.Encoded encoded = encoder.encode(answer, context.outputHeaders());
      String problem = encoded.problem();
      if (problem != null) {
        counters.deadLetters.increment();
      }
      records.add(problem == null ? encoded.record() : letter(context, encoded.record(), problem));
    }
    return records;
  }

  private ProducerRecord<byte[], byte[]> letter(
      RecordContext<K> context, ProducerRecord<byte[], byte[]> output, String reason) {
    return letters.ofOutput(output, context.partition(), context.toString(), reason);
  }

  private List<Emit<?, ?>> answers(V event, RecordContext<K> context, String reason) {
    try {
      return handler.onUndeliverable(event, context, reason);
    } catch (RuntimeException e) {
      // User code again; the dead letter says what was lost.
      LOG.error("{}: onUndeliverable failed", context, e);
      return List.of();
    }
  }

  private Item.Finished deadLetter(
      ConsumerRecord<byte[], byte[]> record, Throwable cause, Tracing.TracedCall process) {
    LOG.warn(
        "{}-{}@{}: dead letter: {}",
        record.topic(),
        record.partition(),
        record.offset(),
        Letters.text(cause),
        cause instanceof TerminalException ? null : cause);
    process.failed(cause);
    counters.deadLetters.increment();
    return finished(record, List.of(letters.ofInput(record, cause)), (output, reason) -> List.of());
  }

  private static Item.Finished finished(
      ConsumerRecord<byte[], byte[]> record,
      List<ProducerRecord<byte[], byte[]>> outputs,
      BiFunction<ProducerRecord<byte[], byte[]>, String, List<ProducerRecord<byte[], byte[]>>>
          replacement) {
    return new Item.Finished(record.offset(), size(record), outputs, replacement);
  }
}
