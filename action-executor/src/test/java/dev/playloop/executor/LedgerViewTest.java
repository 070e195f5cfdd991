package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What of a ledger stays in memory.
class LedgerViewTest {
  private static final Duration LONGEST = Duration.ofHours(1);

  private final LedgerView view = new LedgerView(LONGEST);

  @Test
  void openIntentIsNeverForgotten() {
    view.put(intent(0, Bench.START));
    for (int i = 1; i < 1_000; i++) {
      view.put(outcome(i, Bench.START.plus(Duration.ofHours(i))));
    }

    assertThat(view.find(id(0))).isInstanceOf(LedgerEntry.Intent.class);
  }

  @Test
  void outcomeReplacesItsIntent() {
    view.put(intent(1, Bench.START));
    view.put(outcome(1, Bench.START));

    assertThat(view.find(id(1))).isInstanceOf(LedgerEntry.Outcome.class);
    assertThat(view.size()).isEqualTo(1);
  }

  @Test
  void ofWhatTheLogTellsEachEndIsKnownUntilItsActionCouldNotBeBegunAnyMore() {
    int aMinute = 10;
    int minutes = 1_000;
    for (int i = 0; i < minutes * aMinute; i++) {
      view.put(outcome(i, Bench.START.plusSeconds(6L * i)));
    }

    int kept = (int) LONGEST.plus(LedgerView.MARGIN).toMinutes() * aMinute;
    assertThat(view.size()).isBetween(kept, kept + 2 * aMinute);
    for (int i = minutes * aMinute - kept; i < minutes * aMinute; i++) {
      assertThat(result(i).status()).isEqualTo(ActionResult.Status.DONE);
    }
    assertThat(view.find(id(0))).isNull();
  }

  @Test
  void ofWhatWasHandledHereItIsForgottenTenMinutesBehindTheEndOfItsTime() {
    for (int i = 0; i < 10_000; i++) {
      Instant at = Bench.START.plusSeconds(i);
      view.put((LedgerEntry.Outcome) outcome(i, at), at.plusSeconds(30));
    }

    int kept = (int) LedgerView.MARGIN.plusSeconds(30).toSeconds();
    assertThat(view.size()).isBetween(kept, kept + 120);
    assertThat(result(9_999 - kept).status()).isEqualTo(ActionResult.Status.DONE);
  }

  @Test
  void whatExpiredAndWasThenDoneIsDone() {
    ActionResult expired = ActionResult.of(id(0), Bench.ADA, ActionResult.Status.EXPIRED);
    view.put(new LedgerEntry.Outcome(id(0), Bench.START, expired));
    fill(1);
    assertThat(result(0).status()).isEqualTo(ActionResult.Status.EXPIRED);

    view.put(intent(0, Bench.START.plusSeconds(90)));
    assertThat(view.find(id(0))).isInstanceOf(LedgerEntry.Intent.class);
    view.put(outcome(0, Bench.START.plusSeconds(90)));
    fill(1_000);

    assertThat(result(0).status()).isEqualTo(ActionResult.Status.DONE);
  }

  private void fill(int from) {
    for (int i = from; i < from + LedgerView.FULL; i++) {
      view.put(outcome(i, Bench.START.plusSeconds(90)));
    }
  }

  @Test
  void outcomesBeyondTheNewestKeepTheirStatusButNotTheirOutput() {
    for (int i = 0; i <= LedgerView.FULL; i++) {
      view.put(outcome(i, Bench.START));
    }

    assertThat(result(0))
        .satisfies(result -> {
          assertThat(result.status()).isEqualTo(ActionResult.Status.DONE);
          assertThat(result.output()).isNull();
        });
    assertThat(result(1).output()).isNotNull();
  }

  private ActionResult result(int n) {
    return ((LedgerEntry.Outcome) Objects.requireNonNull(view.find(id(n)))).result();
  }

  /// Actions are counted from 1.
  private static ActionId id(int n) {
    return Bench.id(n + 1);
  }

  private static LedgerEntry intent(int n, Instant at) {
    return new LedgerEntry.Intent(id(n), at, List.of());
  }

  private static LedgerEntry outcome(int n, Instant at) {
    return new LedgerEntry.Outcome(
        id(n), at, ActionResult.done(id(n), Bench.ADA, Json.NODES.objectNode().put("n", n), null));
  }
}
