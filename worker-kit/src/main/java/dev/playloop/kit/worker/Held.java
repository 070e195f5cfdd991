package dev.playloop.kit.worker;

/// Something that lives as long as this process owns a partition. Called by the poll thread, in
/// this order when the partition is taken away: stopFeeding, awaitCalls, finish, awaitEnd, drop.
interface Held {
  /// True once it can't go on, as another owner has taken over or it is unknown what was committed.
  boolean isLost();

  /// Begins no call any more.
  void stopFeeding();

  /// Waits for running calls until `deadlineNanos`, then interrupts and counts the rest.
  void awaitCalls(long deadlineNanos) throws InterruptedException;

  /// Asks for the commit of what is done.
  void finish();

  void awaitEnd(long deadlineNanos) throws InterruptedException;

  /// Ends at once and lets go of everything; may be called again.
  void drop();
}
