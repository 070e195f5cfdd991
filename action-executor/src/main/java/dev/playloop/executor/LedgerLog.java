package dev.playloop.executor;

import dev.playloop.schemas.event.LedgerEntry;
import java.util.List;

/// What the log tells about a partition of actions when it becomes ours.
interface LedgerLog {
  /// Reads the ledger partition that belongs to this partition of actions, oldest first, and the
  /// end of the actions. Blocks; throws [dev.playloop.kit.RetriableException] where Kafka is away.
  Found read(int partition) throws InterruptedException;

  /// `nextAction` is the offset of the first action that was not yet there. Where the ledger is not
  /// `whole`, an entry could not be read, and any older action may have been begun.
  record Found(List<LedgerEntry> ledger, long nextAction, boolean whole) {
    public Found {
      ledger = List.copyOf(ledger);
    }
  }
}
