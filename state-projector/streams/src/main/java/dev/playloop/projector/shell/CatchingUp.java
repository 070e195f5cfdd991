package dev.playloop.projector.shell;

/// Whether a task may look at its deadlines. A deadline says that no answer has come, and that is
/// known only once everything was read that lay on the topics: after a start, or after the task has
/// stood still, the answer may lie there, and a turn that is issued again would be paid for again.
///
/// Streams hands a task its records by their time, over all its topics. So it has caught up when it
/// reads a record that is younger than its start, or when nothing has come for longer than a fetch
/// takes from a slow broker. Times are epoch milliseconds, records' times the broker's: whoever
/// polls leaves them no others. Owned by the task's thread.
final class CatchingUp {
  /// Nothing to read for so long means that there is nothing.
  static final long QUIET_MILLIS = 15_000;

  /// Ticks come far more often; a longer pause is a standstill.
  static final long STANDSTILL_MILLIS = 2_000;

  /// By how much the broker's clock may be ahead of this one.
  static final long CLOCKS_DIFFER_MILLIS = 2_000;

  private boolean behind = true;
  private long since;
  private long active;
  private long lastTick;

  CatchingUp(long now) {
    startOver(now);
  }

  /// A record was handled, which was written at `written`.
  void read(long written, long now) {
    active = now;
    if (written >= since + CLOCKS_DIFFER_MILLIS) {
      behind = false;
    }
  }

  /// Called at every tick; true where deadlines may be looked at.
  boolean tick(long now) {
    if (now - lastTick > STANDSTILL_MILLIS) {
      startOver(now);
    }
    lastTick = now;
    if (now - active >= QUIET_MILLIS) {
      behind = false;
    }
    return !behind;
  }

  private void startOver(long now) {
    behind = true;
    since = now;
    active = now;
    lastTick = now;
  }
}
