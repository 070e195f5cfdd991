package dev.playloop.kit.worker;

import dev.playloop.kit.Counters;
import dev.playloop.kit.Emit;
import dev.playloop.kit.FencedException;
import dev.playloop.kit.Handler;
import dev.playloop.kit.Letters;
import dev.playloop.kit.RetriableException;
import dev.playloop.kit.Unhandled;
import dev.playloop.kit.WallClock;
import dev.playloop.kit.commit.Item;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the handler's calls: bytes to event, repeats after outages, and the net around each
/// record, whatever is thrown. Safe for all threads; runs on the lanes' virtual threads.
///
/// A stack that overflows, a class that can't be linked and a failed assertion are dead letters at
/// once, without the repeats that other `Error`s get: they strike the one virtual thread of the
/// record, again each time, and leave the rest of the JVM as it was, so that starting the partition
/// over would cost its other records their calls and tell nothing new. Memory that runs out may be
/// somebody else's doing, and a broken JVM is nobody's record: those go on to [Suspects].
final class HandlerCalls<K, V> {
  private static final Logger LOG = LoggerFactory.getLogger(HandlerCalls.class);

  private final WorkerSettings<K, V> settings;
  private final Handler<K, V> handler;
  private final Counters counters;
  private final Tracing tracing;
  private final Outcomes<K, V> outcomes;
  private final Deserializer<K> keys;
  private final Deserializer<V> values;

  HandlerCalls(WorkerSettings<K, V> settings, Handler<K, V> handler, Counters counters) {
    this.settings = settings;
    this.handler = handler;
    this.counters = counters;
    this.tracing = new Tracing(settings.telemetry(), settings.groupId());
    Topic<byte[], byte[]> deadLetters = settings.kafka().topics().deadLetters();
    Letters letters = new Letters(deadLetters, settings.group(), WallClock.system());
    this.outcomes = new Outcomes<>(handler, letters, new Encoder(settings.outputs()), counters);
    this.keys = settings.input().key().deserializer();
    this.values = settings.input().value().deserializer();
  }

  /// Handles one record and tells its partition; tells nothing when it was interrupted because the
  /// partition is gone. Throws only what strikes the JVM itself, such as no memory.
  void run(ConsumerRecord<byte[], byte[]> record, Ownership partition) {
    Item.Finished finished;
    try (Tracing.TracedCall process = tracing.process(record)) {
      finished = handle(record, partition, process);
    }
    if (finished != null) {
      partition.finish(finished);
    }
  }

  /// Makes a dead letter of a record that was not, or must not be, handled any more.
  void skip(ConsumerRecord<byte[], byte[]> record, Ownership partition, Throwable cause) {
    try (Tracing.TracedCall process = tracing.process(record)) {
      K key = null;
      V event = null;
      try {
        key = keys.deserialize(record.topic(), record.headers(), record.key());
        event = values.deserialize(record.topic(), record.headers(), record.value());
      } catch (Throwable e) {
        // Perhaps the very bytes that broke the JVM before: what can be read is told, no more.
        LOG.debug("{}@{}: can't be read either: {}", record.topic(), record.offset(), e.getClass());
      }
      partition.finish(
          outcomes.failed(
              record, new Unhandled<>(key, event, record.headers(), true, cause), process));
    }
  }

  private Item.@Nullable Finished handle(
      ConsumerRecord<byte[], byte[]> record, Ownership partition, Tracing.TracedCall process) {
    K key = null;
    V event = null;
    boolean begun = false;
    Throwable failure;
    try {
      if (record.value() == null) {
        return Outcomes.passedOver(record);
      }
      key = keys.deserialize(record.topic(), record.headers(), record.key());
      event = values.deserialize(record.topic(), record.headers(), record.value());
      begun = true;
      return handled(
          event,
          new RecordContext<>(key, record, process, partition, outcomes.encoder()),
          partition);
    } catch (FencedException e) {
      return null;
    } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
      // The one place where anything goes: user code, and bytes from anyone. A record that can't
      // be handled must not stop its partition.
      failure = e;
    }
    return partition.isGone()
        ? null
        : outcomes.failed(
            record, new Unhandled<>(key, event, record.headers(), begun, failure), process);
  }

  private Item.@Nullable Finished handled(V event, RecordContext<K> context, Ownership partition)
      throws InterruptedException {
    Duration pause = settings.limits().retryFrom();
    while (true) {
      try {
        List<Emit<?, ?>> outputs = handler.handle(event, context);
        return outcomes.handled(event, context, outputs);
      } catch (RetriableException | org.apache.kafka.common.errors.RetriableException e) {
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
}
