package dev.playloop.worlds.chain.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import dev.playloop.worlds.chain.fee.FeePolicy;
import java.math.BigInteger;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Thousands of histories of an account, its executor and its chain, with all that can go wrong
/// between them, each followed until nothing is open: every intent has landed once or not at all,
/// and its one result says which.
@Tag("slow")
final class LaneHistoriesTest {
  private static final int HISTORIES = 12_000;

  /// What must have come up often, or the histories prove nothing.
  private static final List<String> KINDS =
      List.of(
          "submitted",
          "pre-confirmed",
          "bumped",
          "resent",
          "DONE",
          "reverted",
          "would_revert",
          "fee_cap",
          "fee_too_low",
          "not_done",
          "lane_stopped",
          "undone",
          "wiped",
          "died");

  private static final int OFTEN = 20;

  @Test
  void eachIntentLandsAtMostOnceAndEndsInOneTrueResult() throws Exception {
    Map<String, Integer> kinds = new TreeMap<>();
    for (int seed = 0; seed < HISTORIES; seed++) {
      play(seed, kinds);
    }
    assertThat(kinds)
        .as("how often what came up")
        .containsKeys(KINDS.toArray(String[]::new))
        .allSatisfy((kind, times) -> {
          if (KINDS.contains(kind)) {
            assertThat(times).as(kind).isGreaterThan(OFTEN);
          }
        });
  }

  private static void play(int seed, Map<String, Integer> kinds) throws InterruptedException {
    LaneHistory history = new LaneHistory(seed);
    try {
      history.run();
      check(history);
      history.kinds().forEach(kind -> kinds.merge(kind, 1, Integer::sum));
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "seed " + seed + ": " + e.getMessage() + "\n" + String.join("\n", history.log), e);
    }
  }

  private static void check(LaneHistory history) {
    ModelChain chain = history.chain;
    if (history.wiped) {
      assertThat(history.sentToTheWrongChain).as("sent to another chain").isEmpty();
      return; // what had landed there can't be told any more
    }
    List<ModelTx> canonical = chain.canonical();
    Map<String, ModelTx> landed = new HashMap<>();
    for (ModelTx tx : canonical) {
      if (!tx.action().equals(ModelChain.STRANGER)) {
        assertThat(landed.put(tx.action(), tx)).as("landed twice: %s", tx.action()).isNull();
      }
    }
    Set<ActionId> undone = new HashSet<>(history.undone);
    for (Action action : history.actions) {
      ActionResult result = history.results.get(action.action());
      assertThat(result).as("no result of %s", action.action()).isNotNull();
      ModelTx tx = landed.get(action.args().path("entrypoint").asString());
      if (!undone.contains(action.action()) && !waitsForAStranger(history, result)) {
        assertThat(tx != null && !tx.reverted())
            .as("%s is %s, and landed as %s", action.action(), result, tx)
            .isEqualTo(result.status() == Status.DONE);
        assertThat(tx != null && tx.reverted())
            .as("%s is %s, and landed as %s", action.action(), result, tx)
            .isEqualTo(ChainAnswers.hasLanded(result) && result.status() == Status.FAILED);
      }
    }
    distinctNonces(history);
    fees(history);
  }

  /// Whether it has vanished together with a stranger's transaction before it: it can't land again
  /// before that one does, which only the stranger can send.
  private static boolean waitsForAStranger(LaneHistory history, ActionResult result) {
    SignedAttempt attempt =
        result == null || result.receipts().isEmpty()
            ? null
            : history.chain.taken.get(result.receipts().getFirst());
    return history.strangers
        && attempt != null
        && attempt.nonce() > history.chain.canonical().size();
  }

  /// One nonce belongs to one intent for ever, of all that was ever taken in.
  private static void distinctNonces(LaneHistory history) {
    Map<Long, String> owners = new HashMap<>();
    history
        .chain
        .taken
        .values()
        .forEach(attempt -> {
          String action = attempt.body().path("action").asString();
          String other = owners.put(attempt.nonce(), action);
          assertThat(other == null || other.equals(action))
              .as("nonce %d belongs to %s and %s", attempt.nonce(), other, action)
              .isTrue();
        });
  }

  private static void fees(LaneHistory history) {
    FeePolicy policy = history.bench.fees;
    BigInteger sum = BigInteger.ZERO;
    for (ModelTx tx : history.chain.canonical()) {
      if (!tx.action().equals(ModelChain.STRANGER)) {
        BigInteger fee = tx.fee();
        assertThat(fee).as("fee of %s", tx).isLessThanOrEqualTo(policy.perAction());
        sum = sum.add(fee);
      }
    }
    assertThat(sum).as("the day's fees").isLessThanOrEqualTo(policy.perDay());
    assertThat(Duration.between(LaneBench.START, history.bench.now))
        .as("all of it is one day")
        .isLessThan(Duration.ofHours(12));
  }
}
