package dev.playloop.kit;

import java.util.List;
import org.apache.kafka.common.header.Headers;

/// Where an event came from, and what a handler may do besides returning outputs.
public interface Context<K> {
  K key();

  String topic();

  int partition();

  long offset();

  Headers headers();

  /// Makes outputs durable before the handler goes on, such as a ledger intent: commits them in a
  /// transaction of this partition's producer, and returns when they are on the log. Throws
  /// [FencedException] where the partition is no longer ours; then the handler must not act.
  void commitNow(List<Emit<?, ?>> outputs) throws InterruptedException;

  /// To be called right before what can't be taken back and leaves no trace on the log first, such
  /// as a paid call: returns when this partition was seen to be ours within the last two seconds.
  /// At once where a transaction was committed that lately, else after an empty one. Throws
  /// [FencedException] where another owner has taken over; then the handler must not act.
  void confirmOwned() throws InterruptedException;
}
