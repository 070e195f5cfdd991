package dev.playloop.kit;

/// What a worker has done since it started.
///
/// - `handled`: records whose call ended and whose outputs were committed.
/// - `retried`: calls repeated after an outage.
/// - `deadLetters`: dead letters committed.
/// - `abandoned`: calls that had begun and were dropped because their partition was taken away;
///   they are made again by the next owner.
/// - `skipped`: records known to be finished from the commit metadata.
/// - `transactions`, `aborts`: committed and aborted transactions.
/// - `pauses`: how often a partition was paused because something was full.
/// - `restarts`: how often a partition started over from what is committed, by an error of the JVM,
///   a record that can't be fetched, or a committer in doubt.
/// - `inFlight`: records taken in and not yet committed, now.
/// - `partitions`: partitions owned and ready, now.
public record WorkerStats(
    long handled,
    long retried,
    long deadLetters,
    long abandoned,
    long skipped,
    long transactions,
    long aborts,
    long pauses,
    long restarts,
    int inFlight,
    int partitions) {
  /// What was counted so far, and what is there now.
  public static WorkerStats of(Counters counters, int inFlight, int partitions) {
    return new WorkerStats(
        counters.handled.sum(),
        counters.retried.sum(),
        counters.deadLetters.sum(),
        counters.abandoned.sum(),
        counters.skipped.sum(),
        counters.transactions.sum(),
        counters.aborts.sum(),
        counters.pauses.sum(),
        counters.restarts.sum(),
        inFlight,
        partitions);
  }
}
