package dev.playloop.worlds.chain.lane;

import dev.playloop.worlds.chain.backend.BlockMark;
import dev.playloop.worlds.chain.backend.ChainOutcome;
import dev.playloop.worlds.chain.backend.SendAnswer;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import dev.playloop.worlds.chain.lane.LaneEntry.Landing;
import dev.playloop.worlds.chain.lane.UndoneTransaction.Why;
import dev.playloop.worlds.chain.lane.rules.LaneStep;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings what was sent to its end, and keeps it there until it is deep: what has vanished is sent
/// again, the same bytes. Nothing is signed here. Its caller holds the account.
final class LaneSettling {
  /// Before the reason why.
  static final String NOT_ANY_MORE = "it has not happened and can't any more: ";

  private static final Logger LOG = LoggerFactory.getLogger(LaneSettling.class);

  private final LaneParts parts;
  private final LaneEyes eyes;
  private final UndoneTransactions undone;

  LaneSettling(LaneParts parts, UndoneTransactions undone) {
    this.parts = parts;
    this.eyes = new LaneEyes(parts.backend(), parts.profile().rules());
    this.undone = undone;
  }

  LaneEyes eyes() {
    return eyes;
  }

  /// One round over all of the account: null where everything that may have been sent has landed;
  /// else what is waited for, or why the lane was stopped.
  @Nullable String settle(AccountLane lane) throws InterruptedException {
    return settle(lane, lane.entries());
  }

  /// As [#settle], of some of its entries, by nonce.
  @Nullable String settle(AccountLane lane, List<LaneEntry> entries) throws InterruptedException {
    BlockMark head = parts.guard().check();
    long vouched = vouched(entries);
    String waits = stopped(lane);
    for (LaneEntry entry : entries) {
      if (stopped(lane) != null) {
        return stopped(lane);
      }
      if (entry.isOut() && !isVouched(entry, vouched)) {
        String why = round(lane, entry);
        waits = waits == null ? why : waits;
      }
    }
    lane.deepUpTo(head.number() - parts.profile().depth());
    return stopped(lane) == null ? waits : stopped(lane);
  }

  /// Why nothing is sent for this account; null where all is well.
  @Nullable String stopped(AccountLane lane) {
    String chain = parts.guard().stopped();
    return chain == null ? lane.stopped() : chain;
  }

  private static boolean isVouched(LaneEntry entry, long block) {
    Landing landing = entry.landing();
    return landing != null && landing.block() != null && landing.block().number() <= block;
  }

  /// The newest block with one of them in it, where that one is still in it, and with it all that
  /// came before; -1 where it is not. A block's hash alone does not say so: that of a
  /// starknet-devnet does not depend on what the block holds.
  private long vouched(List<LaneEntry> entries) throws InterruptedException {
    LaneEntry newest =
        entries.stream()
            .filter(entry -> entry.landing() != null && entry.landing().block() != null)
            .max(Comparator.comparingLong(LaneEntry::nonce))
            .orElse(null);
    if (newest == null) {
      return -1;
    }
    ChainOutcome there = parts.backend().outcome(newest.attempt(newest.best()).hash());
    BlockMark block = Objects.requireNonNull(Objects.requireNonNull(newest.landing()).block());
    return there != null && block.equals(there.block()) ? block.number() : -1;
  }

  private @Nullable String round(AccountLane lane, LaneEntry entry) throws InterruptedException {
    String hash = entry.attempt(entry.best()).hash();
    return switch (eyes.look(lane, entry, false).step()) {
      case LaneStep.Landed(int attempt) -> land(lane, entry, attempt) == null ? text(hash) : null;
      case LaneStep.Send(int attempt) -> sendAgain(lane, entry, attempt);
      case LaneStep.Watch(String why, boolean _) -> text(hash) + ": " + why;
      case LaneStep.Bump _ -> throw new IllegalStateException("nothing is signed here");
      case LaneStep.Earlier _ -> text(hash) + " needs an earlier one first";
      case LaneStep.Foreign _ ->
          isForeignForGood(lane, entry) ? null : foreignWriter(lane, entry.nonce());
      case LaneStep.Forgotten(String why) -> {
        parts.guard().stop(why);
        yield why;
      }
    };
  }

  private static String text(String hash) {
    return "transaction " + hash + " has not landed yet";
  }

  /// The same bytes, and never to another chain; null is not an answer: it must be seen to land.
  private String sendAgain(AccountLane lane, LaneEntry entry, int number)
      throws InterruptedException {
    SignedAttempt attempt = entry.attempt(number);
    if (!parts.submitter().sends()) {
      return text(attempt.hash()) + ", and in a dry run nothing is sent again";
    }
    parts.guard().verify();
    if (stopped(lane) != null) {
      return Objects.requireNonNull(stopped(lane));
    }
    entry.sending(parts.clock().now());
    LOG.warn(
        "transaction {} of {} is not on the chain: sent again", attempt.hash(), lane.account());
    return switch (parts.submitter().send(attempt)) {
      case SendAnswer.Taken _, SendAnswer.WrongNonce _ -> text(attempt.hash());
      case SendAnswer.TooCheap(String reason) -> text(attempt.hash()) + ": " + reason;
      case SendAnswer.Refused(String _, String reason) -> text(attempt.hash()) + ": " + reason;
    };
  }

  /// Keeps where an attempt has landed; null where the chain has no receipt of it yet.
  @Nullable ChainOutcome land(AccountLane lane, LaneEntry entry, int number)
      throws InterruptedException {
    ChainOutcome outcome = parts.backend().outcome(entry.attempt(number).hash());
    if (outcome == null) {
      return null;
    }
    Landing before = entry.landing();
    boolean known = before != null && !entry.isSeen();
    entry.landed(new Landing(number, outcome.reverted(), outcome.block()));
    if (!known) {
      // What the ledger knows of says nothing of what was there when a person restarted.
      lane.landed(entry);
    }
    lane.fees().settle(entry.action().value(), outcome.fee());
    if (before != null && before.reverted() != outcome.reverted()) {
      undo(lane, entry, outcome.reverted() ? Why.REVERTED : Why.LANDED_AFTER_ALL);
    }
    return outcome;
  }

  /// Somebody else has used its nonce. Where that was seen to happen, the account is not ours
  /// alone, and its lane stops; what the ledger only knows of, a person has restarted over. True
  /// once the stranger's block is so deep that none of the attempts can land any more: then it is
  /// let go.
  boolean isForeignForGood(AccountLane lane, LaneEntry entry) throws InterruptedException {
    if (entry.landing() == null || entry.isSeen()) {
      stop(lane, foreignWriter(lane, entry.nonce()));
    }
    if (!entry.isForeignFor(parts.profile().depth(), parts.backend().head())) {
      return false;
    }
    if (entry.landing() != null) {
      undo(lane, entry, Why.REPLACED);
    }
    lane.forget(entry);
    return true;
  }

  void stop(AccountLane lane, String why) {
    if (lane.stopped() == null) {
      lane.stop(why);
      LOG.error("{}", why);
    }
  }

  static String foreignWriter(AccountLane lane, long nonce) {
    return ("somebody else writes for account %s: nonce %d is used by a transaction that is not"
            + " ours. Nothing is sent for it any more; see that only this executor uses its key,"
            + " and restart this executor")
        .formatted(lane.account(), nonce);
  }

  private void undo(AccountLane lane, LaneEntry entry, Why why) {
    String hash = entry.attempt(entry.best()).hash();
    LOG.error(
        "transaction {} of {} was undone after its result was told: {}", hash, entry.action(), why);
    UndoneTransaction.Told told =
        new UndoneTransaction.Told(entry.action(), entry.agent(), parts.clock().now());
    undone.add(sequence -> new UndoneTransaction(sequence, told, lane.account(), hash, why));
  }
}
