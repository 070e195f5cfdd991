package dev.playloop.executor;

import dev.playloop.schemas.event.LedgerEntry;
import java.util.function.Consumer;

/// What the log tells about a partition of actions when it becomes ours.
interface LedgerLog {
  /// Reads the ledger partition that belongs to this partition of actions, and tells `each` entry,
  /// oldest first, without holding any: there may be millions. Then the end of the actions. Blocks;
  /// throws [dev.playloop.kit.RetriableException] where Kafka is away.
  Found read(int partition, Consumer<LedgerEntry> each) throws InterruptedException;

  /// `nextAction` is the offset of the first action that was not yet there. Where the ledger is not
  /// `whole`, an entry could not be read, and any older action may have been begun.
  record Found(long nextAction, boolean whole) {}
}
