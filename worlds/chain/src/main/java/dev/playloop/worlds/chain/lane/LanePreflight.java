package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.backend.AccountNonces;
import dev.playloop.worlds.chain.backend.CallPreview;
import dev.playloop.worlds.chain.backend.DrySubmitter;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import dev.playloop.worlds.chain.backend.Submitter;
import dev.playloop.worlds.chain.fee.FeeBalance;
import dev.playloop.worlds.chain.fee.FeeBook;
import dev.playloop.worlds.chain.fee.FeePolicy;
import dev.playloop.worlds.chain.lane.ChainAccounts.Found.Granted;
import dev.playloop.worlds.chain.lane.rules.LaneDecider;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// What stands before a signature: earlier transactions, the next nonce, a simulation, caps and
/// balance, in this order; whatever forbids the write is its answer, and nothing is signed. Its
/// caller holds the account.
final class LanePreflight {
  private static final Logger LOG = LoggerFactory.getLogger(LanePreflight.class);

  /// Of the 64 KiB that a write may have on the ledger, what leaves room for further attempts.
  static final int MAX_BYTES = 40 * 1024;

  private final LaneParts parts;
  private final LaneSettling settling;

  LanePreflight(LaneParts parts, LaneSettling settling) {
    this.parts = parts;
    this.settling = settling;
  }

  /// Something to be done for an account.
  ///
  /// @param waitUntil how long earlier transactions may be waited for
  record Wish(ActionId action, Granted granted, List<ContractCall> calls, Instant waitUntil) {}

  /// What goes on the ledger: the signed transaction, or why there is none. Throws
  /// [dev.playloop.worlds.chain.node.NodeUnavailable].
  JsonNode prepare(AccountLane lane, Wish wish) throws InterruptedException {
    lane.forgetUnsent();
    ActionError blocked = settled(lane, wish.waitUntil());
    if (blocked != null) {
      return AttemptJson.refused(blocked);
    }
    return switch (nonce(lane, wish.waitUntil())) {
      case Taken.Refused(ActionError error) -> AttemptJson.refused(error);
      case Taken.Nonce(long nonce) -> priced(lane, wish, nonce);
    };
  }

  /// The nonce of a write, or why it gets none.
  private sealed interface Taken {
    record Nonce(long nonce) implements Taken {}

    record Refused(ActionError error) implements Taken {}
  }

  /// No new nonce before all earlier ones of the account are used for good.
  private @Nullable ActionError settled(AccountLane lane, Instant until)
      throws InterruptedException {
    while (true) {
      String waits = settling.settle(lane);
      String stopped = settling.stopped(lane);
      if (stopped != null) {
        return ChainAnswers.error("lane_stopped", stopped);
      }
      if (waits == null && lane.entries().size() >= LaneProfile.MAX_WATCHED) {
        waits = "%d transactions are not deep yet".formatted(LaneProfile.MAX_WATCHED);
      }
      if (waits == null) {
        return null;
      }
      if (!pause(until)) {
        return ChainAnswers.later(
            "earlier_transaction_open",
            "an earlier transaction of account %s is not final: %s. Nothing was signed; try again later"
                .formatted(lane.account(), waits));
      }
    }
  }

  private Taken nonce(AccountLane lane, Instant until) throws InterruptedException {
    while (true) {
      AccountNonces nonces = parts.backend().nonces(lane.account());
      if (nonces == null) {
        return new Taken.Refused(notDeployed(lane.account()));
      }
      switch (parts.profile().rules().next(lane.expected(), lane.floor(), nonces)) {
        case LaneDecider.NextNonce.Take(long nonce) -> {
          return new Taken.Nonce(nonce);
        }
        case LaneDecider.NextNonce.Foreign _ -> {
          settling.stop(lane, LaneSettling.foreignWriter(lane, nonces.latest() - 1));
          return stopped(lane);
        }
        case LaneDecider.NextNonce.Forgotten(String why) -> {
          parts.guard().stop(why);
          return stopped(lane);
        }
        case LaneDecider.NextNonce.Wait(String why) -> {
          if (!pause(until)) {
            return new Taken.Refused(
                ChainAnswers.later("earlier_transaction_open", why + "; try again later"));
          }
        }
      }
    }
  }

  private Taken stopped(AccountLane lane) {
    String why = settling.stopped(lane);
    return new Taken.Refused(ChainAnswers.error("lane_stopped", String.valueOf(why)));
  }

  private boolean pause(Instant until) throws InterruptedException {
    if (!parts.clock().now().isBefore(until)) {
      return false;
    }
    parts.clock().pause(parts.profile().pace().poll());
    return true;
  }

  private ActionError notDeployed(Felt account) {
    return ChainAnswers.error(
        "account_not_deployed",
        "account %s is not deployed on this chain; deploy it with: %s"
            .formatted(account, parts.profile().advice().deploy().formatted(account)));
  }

  private JsonNode priced(AccountLane lane, Wish wish, long nonce) throws InterruptedException {
    return switch (parts.backend().preview(lane.account(), nonce, wish.calls())) {
      case CallPreview.Reverts(String reason) ->
          AttemptJson.refused(ChainAnswers.error("would_revert", reason));
      case CallPreview.Fits(ResourceBounds estimate, _) ->
          signed(lane, wish, nonce, wish.granted().fees().bounds(estimate));
    };
  }

  private JsonNode signed(AccountLane lane, Wish wish, long nonce, ResourceBounds bounds)
      throws InterruptedException {
    ActionError poor = balance(lane, bounds.cost());
    if (poor != null) {
      return AttemptJson.refused(poor);
    }
    FeePolicy policy = wish.granted().fees();
    LocalDate day = LocalDate.ofInstant(parts.clock().now(), ZoneOffset.UTC);
    String action = wish.action().value();
    FeeBook.Excess excess = lane.fees().reserve(action, day, bounds.cost(), policy);
    if (excess != null) {
      return AttemptJson.refused(
          ChainAnswers.error(
              "fee_cap", "the transaction would pass " + text(excess, parts.backend().unit())));
    }
    Submitter.Unsigned order = new Submitter.Unsigned(lane.account(), nonce, bounds, wish.calls());
    SignedAttempt attempt = parts.submitter().sign(order, wish.granted().signer());
    if (!parts.submitter().sends()) {
      // With the signature on the ledger, whoever starts to send later would send this, too.
      lane.fees().release(action);
      return AttemptJson.refused(notSent(attempt));
    }
    JsonNode kept = AttemptJson.write(attempt, null, day);
    if (Json.bytes(kept).length > MAX_BYTES) {
      lane.fees().release(action);
      return AttemptJson.refused(
          ChainAnswers.error("too_large", "the transaction is too large; do less at once"));
    }
    lane.add(LaneEntry.signed(wish.action(), day, attempt));
    return kept;
  }

  private ActionError notSent(SignedAttempt attempt) {
    return ChainAnswers.error(
        DrySubmitter.CODE,
        ("this is a dry run: transaction %s of account %s, with nonce %d and for at most %s %s, was"
                + " checked and signed, and not sent. Nothing has happened")
            .formatted(
                attempt.hash(),
                attempt.account(),
                attempt.nonce(),
                attempt.ceiling(),
                parts.backend().unit()));
  }

  private @Nullable ActionError balance(AccountLane lane, BigInteger ceiling)
      throws InterruptedException {
    BigInteger balance = parts.backend().balance(lane.account());
    String fill = parts.profile().advice().fill().formatted(lane.account());
    return switch (FeeBalance.of(balance, ceiling, lane.fees().average())) {
      case ENOUGH -> null;
      case LOW -> {
        LOG.warn(
            "account {} has {} {} left, less than ten of its actions cost: {}",
            lane.account(),
            balance,
            parts.backend().unit(),
            fill);
        yield null;
      }
      case EMPTY ->
          ChainAnswers.error(
              "balance_too_low",
              "account %s has %s %s, and this may cost %s: %s"
                  .formatted(lane.account(), balance, parts.backend().unit(), ceiling, fill));
    };
  }

  static String text(FeeBook.Excess excess, String unit) {
    return switch (excess.limit()) {
      case ACTION ->
          "the account's cap of %s %s per action: it may cost %s"
              .formatted(excess.cap(), unit, excess.would());
      case DAY ->
          "the account's cap of %s %s per day: it would come to %s"
              .formatted(excess.cap(), unit, excess.would());
    };
  }
}
