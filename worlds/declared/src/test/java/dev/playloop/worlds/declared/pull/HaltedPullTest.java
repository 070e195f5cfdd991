package dev.playloop.worlds.declared.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions.Lease;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// While an agent is halted, nothing of its is handed out to act; what may have happened is still
/// asked for.
class HaltedPullTest extends PullRoutesCase {
  private volatile boolean halted;

  private static final class Held extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /// As an executor lends it.
  private final Lease lease =
      new Lease() {
        @Override
        public void confirm() {
          confirmed.incrementAndGet();
        }

        @Override
        public void mayBegin() {
          if (halted) {
            throw new Held();
          }
        }
      };

  @Test
  void whatWaitsForAPullerIsHeldBackWithoutOne() {
    halted = true;
    Future<ActionResult> performing = performing(1, lease);
    assertThatThrownBy(() -> performing.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(Held.class);
    assertThat(confirmed).hasValue(0);
  }

  /// Between the two looks at it, the broker was asked.
  @Test
  void aHaltThatComesWhileItIsAboutToBeHandedOutHoldsItBack() throws Exception {
    Lease slow =
        new Lease() {
          @Override
          public void confirm() {
            halted = true;
          }

          @Override
          public void mayBegin() throws InterruptedException {
            lease.mayBegin();
          }
        };
    Future<ActionResult> performing = performing(1, slow);
    do { // it may come to be handed out only behind the first look
      assertThat(fetched("puller=a&wait=500ms").path("actions")).isEmpty();
    } while (!halted && !performing.isDone());
    assertThatThrownBy(performing::get).hasCauseInstanceOf(Held.class);

    halted = false;
    performing = performing(1, lease);
    JsonNode ordered = fetched("puller=a&wait=10s");
    assertThat(ordered.path("actions").path(0).has("again")).isFalse();
    answered(ordered.path("epoch").longValue(), answer(1, "\"done\""));
    assertThat(performing.get().status()).isEqualTo(Status.DONE);
  }

  @Test
  void whatTheGameHasNotDoneIsHeldBackAndHandedOutAfterTheHalt() throws Exception {
    Future<ActionResult> performing = performing(1, lease);
    fetched("puller=a");
    halted = true;
    JsonNode asked = fetched("puller=a");
    assertThat(asked.path("actions").path(0).path("again").asBoolean(false)).isTrue();
    long epoch = asked.path("epoch").longValue();
    answered(epoch, answer(1, "\"not_done\""));
    assertThatThrownBy(performing::get).hasCauseInstanceOf(Held.class);
    assertThat(fetched("puller=a&wait=0s&epoch=" + epoch).path("actions")).isEmpty();

    halted = false;
    performing = performing(1, lease);
    JsonNode ordered = fetched("puller=a&epoch=" + epoch);
    assertThat(ordered.path("actions").path(0).has("again")).isFalse();
    answered(epoch, answer(1, "\"done\""));
    assertThat(performing.get().status()).isEqualTo(Status.DONE);
  }

  @Test
  void questionsAndWhatWasHandedOutBeforeGoOn() throws Exception {
    Future<ActionResult> performing = performing(1, lease);
    long epoch = fetched("puller=a").path("epoch").longValue();
    halted = true;
    Order before = PullCase.write(2, Instant.now().plusSeconds(60));
    Future<Reconciled> asking =
        threads.submit(() -> actions.reconcile(PullCase.call(before), Prepared.NOTHING));
    JsonNode asked = fetched("puller=a&epoch=" + epoch).path("actions").path(0);
    assertThat(asked.path("again").asBoolean(false)).isTrue();
    answered(epoch, answer(2, "\"done\""));
    assertThat(asking.get()).isInstanceOf(Reconciled.Done.class);
    answered(epoch, answer(1, "\"done\""));
    assertThat(performing.get().status()).isEqualTo(Status.DONE);
  }
}
