package dev.playloop.kit;

import java.util.List;

/// User code of a worker: one event in, outputs out. Runs on a virtual thread of the event's key,
/// so one call at a time per key and many keys at once. May block; is interrupted when the
/// partition is lost. Throws [RetriableException], or that of Kafka, for an outage (the call is
/// repeated after a pause while the partition is ours) and [TerminalException] for a bad record
/// (dead letter). Any other exception is a bug and treated as terminal.
@FunctionalInterface
public interface Handler<K, V> {
  List<Emit<?, ?>> handle(V event, Context<K> context) throws InterruptedException;

  /// What to emit when an output of this event was too large or refused by the broker, so that its
  /// sender gets an answer. Called with the event and the reason.
  default List<Emit<?, ?>> onUndeliverable(V event, Context<K> context, String reason) {
    return List.of();
  }

  /// The answer to whoever waits for a record that becomes a dead letter, sent with it. What this
  /// throws is logged, and the dead letter goes alone.
  default List<Emit<?, ?>> onDeadLetter(Unhandled<K, V> record) {
    return List.of();
  }
}
