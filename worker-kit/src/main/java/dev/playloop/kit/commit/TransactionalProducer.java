package dev.playloop.kit.commit;

import dev.playloop.kit.Counters;
import dev.playloop.kit.Failpoint;
import dev.playloop.kit.Letters;
import dev.playloop.kit.TerminalException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The transactional producer of one partition, and what follows from each way it can fail. Used by
/// the committer's thread; all waiting ends when `stopped` is released or the thread interrupted.
final class TransactionalProducer {
  /// The partition can't be committed for any more.
  static final class LostException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final RuntimeException reason;

    LostException(RuntimeException reason) {
      super(reason);
      this.reason = reason;
    }

    RuntimeException reason() {
      return reason;
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(TransactionalProducer.class);
  private static final Duration MAX_PAUSE = Duration.ofMillis(500);

  private final TopicPartition partition;
  private final Supplier<Producer<byte[], byte[]>> producers;
  private final Supplier<ConsumerGroupMetadata> group;
  private final Counters counters;
  private final CountDownLatch stopped;
  private @Nullable Producer<byte[], byte[]> producer;

  private record Refused(Item item, ProducerRecord<byte[], byte[]> output, Exception cause) {}

  TransactionalProducer(Fence fence, Counters counters, CountDownLatch stopped) {
    this.partition = fence.partition();
    this.producers = fence.producers();
    this.group = fence.group();
    this.counters = counters;
    this.stopped = stopped;
  }

  /// Initialises a producer, which shuts out whoever held the same id and ends what it had open.
  void open() throws InterruptedException {
    for (int attempt = 0; true; attempt++) {
      producer = producers.get();
      try {
        producer.initTransactions();
        return;
      } catch (InterruptException e) {
        throw e;
      } catch (KafkaException e) {
        LOG.warn("{}: producer not ready, again: {}", partition, Letters.text(e));
        close();
        pause(attempt);
      }
    }
  }

  /// Closes without waiting: what is open is aborted by the next owner.
  void close() {
    Thread.interrupted();
    if (producer == null) {
      return;
    }
    try {
      producer.close(Duration.ZERO);
    } catch (InterruptException e) {
      LOG.debug("interrupted while closing", e);
    }
  }

  /// Repeats until `items` are committed together with `offset`; returns them as they were
  /// committed, where the broker refused an output with its replacement. Throws [LostException].
  List<Item> commit(List<Item> items, Supplier<OffsetAndMetadata> offset)
      throws InterruptedException {
    List<Item> batch = items;
    for (int attempt = 0; !batch.isEmpty(); attempt++) {
      AtomicReference<@Nullable Refused> refused = new AtomicReference<>();
      boolean[] committing = {false};
      Producer<byte[], byte[]> open = opened();
      try {
        Failpoint.reach("commit.before");
        send(open, batch, offset.get(), refused);
        committing[0] = true;
        Failpoint.reach("commit.sent");
        finish(open);
        Failpoint.reach("commit.done");
        counters.transactions.increment();
        return batch;
      } catch (InterruptException e) {
        throw e;
      } catch (ProducerFencedException | FencedInstanceIdException e) {
        throw new LostException(e);
      } catch (KafkaException e) {
        counters.aborts.increment();
        recover(open, e, committing[0]);
        Refused one = refused.get();
        if (one != null) {
          batch = without(batch, one);
        } else {
          // A group that was balanced anew in between is no fault, and each start of a named
          // worker begins with that.
          Level level = e instanceof CommitFailedException ? Level.INFO : Level.WARN;
          LOG.atLevel(level).log("{}: transaction aborted, again: {}", partition, Letters.text(e));
          pause(attempt);
        }
      }
    }
    return batch;
  }

  private Producer<byte[], byte[]> opened() {
    if (producer == null) {
      throw new IllegalStateException(partition + ": no producer was opened");
    }
    return producer;
  }

  @SuppressWarnings(
      "FutureReturnValueIgnored") // a failure fails the commit; the callback tells whose
  private void send(
      Producer<byte[], byte[]> open,
      List<Item> batch,
      OffsetAndMetadata offset,
      AtomicReference<@Nullable Refused> refused) {
    open.beginTransaction();
    for (Item item : batch) {
      for (ProducerRecord<byte[], byte[]> output : item.outputs()) {
        try {
          open.send(
              output,
              (metadata, failure) -> {
                if (failure != null && namesRecord(failure)) {
                  // Only the first: what had not left by then fails with the same exception.
                  refused.compareAndSet(null, new Refused(item, output, failure));
                }
              });
        } catch (KafkaException | IllegalStateException e) {
          throw e;
        } catch (RuntimeException e) {
          // The client can't bear this very record, and never will.
          refused.compareAndSet(null, new Refused(item, output, e));
          throw new KafkaException("an output can't be sent", e);
        }
      }
    }
    open.sendOffsetsToTransaction(Map.of(partition, offset), group.get());
  }

  private static boolean namesRecord(Exception failure) {
    return failure instanceof RecordTooLargeException
        || failure instanceof RecordBatchTooLargeException
        || failure instanceof InvalidRecordException;
  }

  /// A commit that timed out may only be repeated: it may have come about.
  private void finish(Producer<byte[], byte[]> open) {
    while (true) {
      try {
        open.commitTransaction();
        return;
      } catch (TimeoutException e) {
        LOG.warn("{}: commit timed out, again: {}", partition, e.getMessage());
      }
    }
  }

  /// Aborts. Where that fails the producer is beyond use: before the commit was asked for nothing
  /// was committed, and a new one goes on; after that it is unknown, and the log has to tell.
  private void recover(Producer<byte[], byte[]> open, KafkaException cause, boolean committing)
      throws InterruptedException {
    try {
      abort(open);
    } catch (InterruptException e) {
      throw e;
    } catch (ProducerFencedException e) {
      throw new LostException(e);
    } catch (KafkaException | IllegalStateException e) {
      if (committing) {
        throw new LostException(cause);
      }
      LOG.warn("{}: producer beyond use, opening another: {}", partition, Letters.text(cause));
      close();
      open();
    }
  }

  private void abort(Producer<byte[], byte[]> open) {
    while (true) {
      try {
        open.abortTransaction();
        return;
      } catch (TimeoutException e) {
        LOG.warn("{}: abort timed out, again: {}", partition, e.getMessage());
      }
    }
  }

  private static List<Item> without(List<Item> batch, Refused refused) {
    List<Item> kept = new ArrayList<>(batch);
    kept.remove(refused.item());
    String reason = Letters.text(refused.cause());
    switch (refused.item()) {
      case Item.Finished finished -> kept.add(finished.without(refused.output(), reason));
      case Item.Intent intent ->
          intent.refuse(new TerminalException("the broker refused an output: " + reason));
      case Item.Stop _ -> {}
    }
    return kept;
  }

  private void pause(int attempt) throws InterruptedException {
    long millis = Math.min(MAX_PAUSE.toMillis(), 5L << Math.min(attempt, 10));
    if (stopped.await(millis, TimeUnit.MILLISECONDS)) {
      throw new InterruptedException("dropped");
    }
  }
}
