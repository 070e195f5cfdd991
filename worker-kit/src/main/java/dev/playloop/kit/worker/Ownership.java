package dev.playloop.kit.worker;

import dev.playloop.kit.commit.Item;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/// What a call may ask of the partition that it belongs to. Safe for all threads.
interface Ownership {
  /// A call has ended for good.
  void finish(Item.Finished finished);

  /// See [Context#commitNow].
  void commitNow(List<ProducerRecord<byte[], byte[]>> outputs) throws InterruptedException;

  /// See [Context#confirmOwned].
  void confirmOwned() throws InterruptedException;

  /// Waits before a call is repeated; false when the partition is being taken away.
  boolean pause(Duration time) throws InterruptedException;

  /// True once running calls are interrupted and what they end with counts no more.
  boolean isGone();
}
