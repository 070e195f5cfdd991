package dev.playloop.worlds.model;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.tool.Tool;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The acting half of a world, used by the executor. Called on many threads at once, but for one
/// lane by one thread at a time. A refusal is a value; an outage is [WorldUnavailable].
///
/// ```
/// read  ── look ──► result
/// write ── prepare ──► on the ledger with the intent ── perform ──► result     (Safety.LEDGER)
///       ── perform ──► result                                                  (TRANSACTIONAL)
///       after a crash, or when nobody answered: ── reconcile ──► Reconciled
/// ```
public interface WorldActions<T extends Tool> extends AutoCloseable {
  /// What its world's tools are parsed to, offered and internal ones alike.
  Class<T> type();

  /// How the world makes sure that an action acts once.
  Safety safety();

  /// Answers a read. Throws [WorldUnavailable] where a retry is right.
  ActionResult look(Call<T> call) throws InterruptedException;

  /// With [Safety#LEDGER], what `perform` and `reconcile` of this write will need, right before the
  /// act: what the world was, or the signed bytes that will be sent. Changes nothing. It is durable
  /// before `perform` begins. Null where nothing is needed; at most 64 KiB of JSON.
  default @Nullable JsonNode prepare(Call<T> call) throws InterruptedException {
    return null;
  }

  /// Performs one write. With [Safety#TRANSACTIONAL] the same action id again returns the kept
  /// result and changes nothing, and nothing is prepared. A write may have to wait before it
  /// begins, or be many steps that can't be taken back, such as presses of buttons: it asks `lease`
  /// in each of its transactions, or right before each step. Throws [WorldUnavailable] where
  /// nothing happened and a retry is right; any other doubt is a result with status UNKNOWN.
  ActionResult perform(Call<T> call, Prepared prepared, Lease lease) throws InterruptedException;

  /// Finds out what became of a write, without performing it. `prepared` is what the ledger has of
  /// it. Throws [WorldUnavailable] where the world can't be asked now.
  Reconciled reconcile(Call<T> call, Prepared prepared) throws InterruptedException;

  /// What the call would come to, without effect.
  ActionResult simulate(Call<T> call) throws InterruptedException;

  /// With [Safety#LEDGER], tells what the ledger has of a partition of actions that this executor
  /// has gained, oldest first: intents without an outcome, and outcomes that kept their attempts;
  /// before its first action, and after nobody else can write to it any more. Asks nobody and does
  /// not block: the partition waits.
  default void takenOver(int partition, List<LedgerEntry> ledger) {}

  /// The partition is no longer this executor's. Told once no call of it runs that was not
  /// interrupted; what its own threads do for it must be harmless a while longer.
  default void lost(int partition) {}

  /// Whether the outcome of a write that ended like this keeps what was prepared on the ledger, for
  /// the next [#takenOver].
  default boolean keepsAttempts(ActionResult result) {
    return false;
  }

  @Override
  void close();

  /// Whether the write may still be begun, or go on.
  @FunctionalInterface
  interface Lease {
    /// For [Safety#LEDGER], returns where no other executor had taken over within the last two
    /// seconds; for [Safety#TRANSACTIONAL], at once, where nobody has halted the agent. Throws
    /// otherwise; a world lets that through untouched and does nothing more.
    void confirm() throws InterruptedException;

    /// For a world in which a write waits before anything of it is sent: throws where its agent was
    /// halted meanwhile; a world lets that through untouched and leaves nothing behind. It asks no
    /// broker, so that whoever waits may ask again and again; of a write that was sent, only where
    /// it is known not to have happened.
    default void mayBegin() throws InterruptedException {}

    /// Keeps another attempt at the same write, such as the same transaction with a higher fee,
    /// with its intent: durable when this returns, and before anything of it is sent. Throws
    /// [IllegalStateException] beyond [LedgerEntry.Intent#MAX_ATTEMPTS] or 64 KiB in all, and where
    /// there is no ledger.
    default void attempt(JsonNode prepared) throws InterruptedException {
      throw new IllegalStateException("a transactional world has no ledger for attempts");
    }

    /// Tells what has happened on the way to the result, such as `submitted`, in up to 60
    /// characters, with what proves it, such as a transaction's hash, or null. People see it, and
    /// it stays in the journal; the model does not, and nothing ends by it. Throws as [#confirm].
    default void tell(String step, @Nullable String receipt) throws InterruptedException {}
  }

  /// TRANSACTIONAL: an op-id row in the same transaction as the effect. LEDGER: intent, act,
  /// outcome on the ledger, and `reconcile` after a crash.
  enum Safety {
    TRANSACTIONAL,
    LEDGER
  }
}
