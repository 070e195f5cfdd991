package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.backend.CallPreview;
import dev.playloop.worlds.chain.backend.ChainOutcome;
import dev.playloop.worlds.chain.backend.SendAnswer;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import dev.playloop.worlds.chain.fee.FeeBook;
import dev.playloop.worlds.chain.fee.FeePolicy;
import dev.playloop.worlds.chain.lane.ChainAccounts.Found.Granted;
import dev.playloop.worlds.chain.lane.rules.LaneStep;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.model.WorldActions.Lease;
import dev.playloop.worlds.model.WorldUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Sends one write's transaction and watches it until it has ended, or its time is over. Used by
/// one thread, which holds the account.
final class LanePursuit {
  private final LaneParts parts;
  private final LaneSettling settling;
  private final AccountLane lane;
  private final LaneEntry entry;
  private final Errand errand;

  /// Whether each sending so far, and there was none before us, was answered by that nothing was
  /// taken in.
  private boolean clean;

  private boolean executed;
  private String waits = "it was not sent yet";

  /// What is pursued, and for whom.
  ///
  /// @param granted null where the account's owner does not allow the agent to sign any more; what
  ///   was signed is pursued
  /// @param calls for another estimate
  record Errand(Lease lease, Ending ending, @Nullable Granted granted, List<ContractCall> calls) {}

  /// Makes results.
  interface Ending {
    ActionResult landed(ChainOutcome outcome, @Nullable String reason);

    ActionResult refused(String code, String message);

    ActionResult failed(String code, String message);

    ActionResult unknown(String code, String message);
  }

  LanePursuit(
      LaneParts parts, LaneSettling settling, AccountLane lane, LaneEntry entry, Errand errand) {
    this.parts = parts;
    this.settling = settling;
    this.lane = lane;
    this.entry = entry;
    this.errand = errand;
    this.clean = !entry.isOut();
  }

  /// Throws [WorldUnavailable] where nothing was sent.
  ActionResult run() throws InterruptedException {
    Instant end = parts.clock().now().plus(parts.profile().pace().answer());
    if (clean) {
      ActionResult ended = begin();
      if (ended != null) {
        return ended;
      }
    } else if (entry.sentAt() == null) {
      entry.sending(parts.clock().now()); // by whoever was before us; it is stuck as from now
    }
    while (true) {
      ActionResult ended = turn();
      if (ended != null) {
        return ended;
      }
      if (!parts.clock().now().isBefore(end)) {
        return errand.ending().unknown("not_final", "it can't be told yet: " + waits);
      }
      parts.clock().pause(parts.profile().pace().poll());
    }
  }

  private @Nullable ActionResult begin() throws InterruptedException {
    try {
      parts.guard().check();
    } catch (NodeUnavailable e) {
      throw new WorldUnavailable("the chain can't be reached: " + e.getMessage(), e);
    }
    String stopped = settling.stopped(lane);
    if (stopped != null) {
      lane.forget(entry);
      return errand.ending().refused("lane_stopped", stopped);
    }
    errand.lease().confirm();
    try {
      return send(entry.attempts().size() - 1, "submitted");
    } catch (NodeUnavailable e) {
      away(e);
      return null;
    }
  }

  /// One look, and what follows from it; null where it goes on.
  private @Nullable ActionResult turn() throws InterruptedException {
    String other = parts.guard().stopped();
    if (other != null) {
      return errand.ending().unknown("lane_stopped", other);
    }
    try {
      LaneEyes.Look look = settling.eyes().look(lane, entry, wantsDearer());
      if (look.isExecuted() && !executed) {
        executed = true;
        errand.lease().tell("pre-confirmed", entry.newest().hash());
      }
      return act(look);
    } catch (NodeUnavailable e) {
      away(e);
      return null;
    }
  }

  private @Nullable ActionResult act(LaneEyes.Look look) throws InterruptedException {
    return switch (look.step()) {
      case LaneStep.Landed(int attempt) -> landed(look, attempt);
      case LaneStep.Send(int attempt) -> resend(attempt);
      case LaneStep.Bump _ -> bump();
      case LaneStep.Watch(String why, boolean _) -> waiting(why);
      case LaneStep.Earlier _ -> earlier();
      case LaneStep.Foreign _ -> foreign();
      case LaneStep.Forgotten(String why) -> {
        parts.guard().stop(why);
        yield null; // answered at the next turn
      }
    };
  }

  private @Nullable ActionResult landed(LaneEyes.Look look, int attempt)
      throws InterruptedException {
    ChainOutcome outcome = settling.land(lane, entry, attempt);
    return outcome == null
        ? waiting("the chain has no receipt of it yet")
        : errand.ending().landed(outcome, look.attempts().get(attempt).reason());
  }

  private @Nullable ActionResult waiting(@Nullable String why) {
    waits = why == null ? "an earlier transaction of the account has just landed" : why;
    return null;
  }

  private @Nullable ActionResult earlier() throws InterruptedException {
    return waiting(settling.settle(lane, lane.before(entry)));
  }

  private @Nullable ActionResult foreign() throws InterruptedException {
    boolean forGood = settling.isForeignForGood(lane, entry);
    String why = LaneSettling.foreignWriter(lane, entry.nonce());
    return forGood
        ? errand.ending().failed("nonce_taken", LaneSettling.NOT_ANY_MORE + why)
        : waiting(why);
  }

  private @Nullable ActionResult resend(int attempt) throws InterruptedException {
    if (!parts.submitter().sends()) {
      return waiting("in a dry run nothing is sent again");
    }
    parts.guard().verify();
    if (settling.stopped(lane) != null) {
      return waiting(settling.stopped(lane));
    }
    errand.lease().confirm();
    return send(attempt, "resent");
  }

  /// Sends exactly this attempt.
  private @Nullable ActionResult send(int number, String told) throws InterruptedException {
    SignedAttempt attempt = entry.attempt(number);
    boolean first = entry.sentAt() == null;
    entry.sending(first ? parts.clock().now() : Objects.requireNonNull(entry.sentAt()));
    SendAnswer answer;
    boolean doubtful = true;
    try {
      answer = parts.submitter().send(attempt);
      doubtful = answer instanceof SendAnswer.Taken || answer instanceof SendAnswer.WrongNonce;
    } finally {
      clean &= !doubtful;
    }
    return switch (answer) {
      case SendAnswer.Taken _ -> {
        errand.lease().tell(told, attempt.hash());
        yield waiting("the chain has not told of it yet");
      }
      case SendAnswer.WrongNonce _ -> waiting("the chain does not take its nonce");
      case SendAnswer.TooCheap(String reason) -> {
        entry.tooCheap();
        yield clean && !wantsDearer() ? notTaken("fee_too_low", reason) : waiting(reason);
      }
      case SendAnswer.Refused(String code, String reason) ->
          clean ? notTaken(code, reason) : waiting(reason);
    };
  }

  /// The chain has refused all that was sent: nothing is out, and the nonce is free.
  private ActionResult notTaken(String code, String reason) {
    entry.notTaken();
    lane.forget(entry);
    return errand.ending().refused(code, "the chain did not take the transaction: " + reason);
  }

  private boolean wantsDearer() {
    Granted granted = errand.granted();
    if (granted == null
        || !parts.submitter().sends()
        || !entry.mayGrow(granted.fees().attempts())) {
      return false;
    }
    Duration stuck = parts.profile().pace().stuck();
    Instant sentAt = entry.sentAt();
    return entry.isTooCheap()
        || (sentAt != null && !parts.clock().now().isBefore(sentAt.plus(stuck)));
  }

  /// The same calls and nonce, dearer: reserved, signed, durable, and only then sent.
  private @Nullable ActionResult bump() throws InterruptedException {
    Granted granted = Objects.requireNonNull(errand.granted());
    FeePolicy policy = granted.fees();
    ResourceBounds bounds = policy.raised(entry.newest().bounds(), estimate());
    FeeBook.Excess excess =
        lane.fees()
            .reserve(
                entry.action().value(), entry.day(), bounds.cost().max(entry.ceiling()), policy);
    if (excess != null) {
      entry.maxedOut();
      return clean && entry.isTooCheap()
          ? notTaken(
              "fee_too_low",
              "a dearer one would pass " + LanePreflight.text(excess, parts.backend().unit()))
          : waiting("it pays too little, and a dearer one would pass the account's cap");
    }
    parts.guard().check();
    if (settling.stopped(lane) != null) {
      return waiting(settling.stopped(lane));
    }
    SignedAttempt attempt = parts.submitter().again(entry.newest(), bounds, granted.signer());
    errand.lease().attempt(AttemptJson.write(attempt, entry.attempts().getFirst(), entry.day()));
    entry.add(attempt);
    return send(entry.attempts().size() - 1, "bumped");
  }

  private @Nullable ResourceBounds estimate() throws InterruptedException {
    return switch (parts.backend().preview(lane.account(), entry.nonce(), errand.calls())) {
      case CallPreview.Fits(ResourceBounds estimate, _) -> estimate;
      case CallPreview.Reverts _ -> null; // it may, by now; its nonce must be used all the same
    };
  }

  private void away(NodeUnavailable e) {
    parts.guard().doubt();
    waits = "the chain can't be reached: " + e.getMessage();
  }
}
