package dev.playloop.kit;

/// Told when a worker gains and loses input partitions, for workers that keep something per
/// partition, such as a ledger's open intents.
public interface PartitionListener {
  PartitionListener NONE = new PartitionListener() {};

  /// The partition is ours: the predecessor is fenced and what it left open is aborted, so reading
  /// committed records now sees all it ever wrote. No record of the partition is handled before
  /// this returns. Called on a thread of its own; is interrupted when the partition is lost
  /// meanwhile. An exception is logged, and the call repeated after a pause.
  default void gained(int partition) throws InterruptedException {}

  /// The partition is no longer ours, and no call for it runs that was not interrupted.
  default void lost(int partition) {}
}
