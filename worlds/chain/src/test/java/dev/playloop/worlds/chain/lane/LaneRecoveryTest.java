package dev.playloop.worlds.chain.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import dev.playloop.worlds.chain.fee.FeePolicy;
import dev.playloop.worlds.chain.lane.LaneBench.Crash;
import dev.playloop.worlds.chain.lane.ModelTrouble.Arrival;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.model.WorldUnavailable;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A write whose executor dies, whose node does not answer, or that pays too little.
final class LaneRecoveryTest extends LaneCase {
  @Test
  void theSameBytesAreSentAgainWhereTheReplyWasLost() throws Exception {
    arriving(Arrival.LOST_ON_THE_WAY, Arrival.TAKEN_REPLY_LOST, Arrival.TAKEN_AND_DROPPED);

    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(chain.signed).as("signed once").containsExactly("north");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "before-intent",
        "after-intent",
        "confirming",
        "after-submitted",
        "watching",
        "after-pre-confirmed",
        "before-outcome",
        "after-outcome"
      })
  void whereverTheExecutorDiesTheWriteLandsOnceAndItsResultSaysSo(String place) throws Exception {
    dieAt(place);
    assertThatThrownBy(() -> bench.handle(LaneBench.poke(1, "north"))).isInstanceOf(Crash.class);
    bench.restarted();

    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(chain.canonical()).extracting(ModelTx::action).containsExactly("north");
    assertThat(bench.handle(LaneBench.poke(2, "south")).status()).isEqualTo(Status.DONE);
    assertThat(chain.canonical()).hasSize(2);
  }

  @Test
  void whatIsStuckIsMadeDearerWithTheSameNonceDurableBeforeItIsSent() throws Exception {
    bench.passing =
        () -> {
          chain.price = BigInteger.valueOf(200);
          block();
        };

    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(hash(result)).isEqualTo("north/0/300");
    assertThat(bench.told).containsExactly("submitted", "bumped", "pre-confirmed");
    assertThat(bench.durable()).contains("north/0/150", "north/0/300");
    assertThat(chain.canonical()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"before-attempt", "after-attempt", "after-bumped"})
  void whereverTheExecutorDiesBetweenBumpAndAnswerOneAttemptLands(String place) throws Exception {
    bench.passing =
        () -> {
          chain.price = BigInteger.valueOf(200);
          block();
        };
    dieAt(place);
    assertThatThrownBy(() -> bench.handle(LaneBench.poke(1, "north"))).isInstanceOf(Crash.class);
    assertThat(chain.arrived).isSubsetOf(bench.durable());
    bench.restarted();

    assertThat(bench.handle(LaneBench.poke(1, "north")).status()).isEqualTo(Status.DONE);
    assertThat(chain.canonical()).hasSize(1);
  }

  @Test
  void theOlderAttemptMayLandInPlaceOfTheDearerOne() throws Exception {
    chain.price = BigInteger.valueOf(100);
    bench.passing = () -> bench.now = bench.now.plusSeconds(5);
    bench.places =
        new LaneBench.Places() {
          @Override
          public void reached(String place) {
            if (place.equals("before-attempt")) {
              block(); // just now
            }
          }
        };

    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(hash(result)).isEqualTo("north/0/150");
    assertThat(chain.signed).hasSize(2);
  }

  @Test
  void aDearerAttemptPastTheCapIsNotSigned() throws Exception {
    bench.fees = FeePolicy.capped(BigInteger.valueOf(2_300), BigInteger.valueOf(100_000));
    bench.passing = () -> chain.price = BigInteger.valueOf(200);

    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(result.status()).isEqualTo(Status.UNKNOWN);
    assertThat(chain.signed).containsExactly("north");
    bench.passing = this::block;
    chain.price = BigInteger.TEN;
    bench.pause(Duration.ofSeconds(1));
    assertThat(bench.ask(LaneBench.poke(1, "north")).status()).isEqualTo(Status.DONE);
  }

  @Test
  void whoAsksIsToldOnceItHasLanded() throws Exception {
    bench.passing = () -> {};
    assertThat(bench.handle(LaneBench.poke(1, "north")).status()).isEqualTo(Status.UNKNOWN);
    bench.passing = this::block;

    ActionResult told = bench.ask(LaneBench.poke(1, "north"), Duration.ofSeconds(20));

    assertThat(told.status()).isEqualTo(Status.DONE);
    assertThat(chain.canonical()).hasSize(1);
  }

  @Test
  void whoAsksIsToldInTimeThatItHasNotLandedYet() throws Exception {
    bench.passing = () -> {};
    assertThat(bench.handle(LaneBench.poke(1, "north")).status()).isEqualTo(Status.UNKNOWN);
    Instant before = bench.now();

    ActionResult told = bench.ask(LaneBench.poke(1, "north"), Duration.ofSeconds(20));

    assertThat(told.status()).isEqualTo(Status.UNKNOWN);
    assertThat(Duration.between(before, bench.now()))
        .isBetween(Duration.ofSeconds(19), Duration.ofSeconds(20));
  }

  @Test
  void noNewNonceIsTakenBeforeTheEarlierOneIsUsed() throws Exception {
    bench.passing = () -> {};
    assertThat(bench.handle(LaneBench.poke(1, "north")).status()).isEqualTo(Status.UNKNOWN);

    ActionResult other = bench.handle(LaneBench.poke(LaneBench.BOB, 2, "south"));

    assertThat(code(other)).isEqualTo("earlier_transaction_open");
    assertThat(other.status()).isEqualTo(Status.REFUSED);
    assertThat(chain.signed).doesNotContain("south");
    bench.passing = this::block;
    assertThat(hash(bench.handle(LaneBench.poke(LaneBench.BOB, 3, "west")))).startsWith("west/1/");
    assertThat(bench.ask(LaneBench.poke(1, "north")).status()).isEqualTo(Status.DONE);
  }

  @Test
  void aSuccessorSendsWhatItsPredecessorLeftBeforeItTakesANewNonce() throws Exception {
    dieAt("confirming");
    assertThatThrownBy(() -> bench.handle(LaneBench.poke(1, "north"))).isInstanceOf(Crash.class);
    bench.restarted();

    assertThat(hash(bench.handle(LaneBench.poke(LaneBench.BOB, 2, "south"))))
        .isEqualTo("south/1/150");
    assertThat(chain.canonical()).extracting(ModelTx::action).containsExactly("north", "south");
  }

  @Test
  void aRefusalBehindADoubtIsNoEnd() throws Exception {
    arriving(Arrival.TAKEN_REPLY_LOST);
    bench.fees = bench.fees.withBump(25, 1);
    bench.passing =
        () -> {
          chain.evict(); // another node may have it
          chain.price = BigInteger.valueOf(1_000);
        };

    assertThat(bench.handle(LaneBench.poke(1, "north")).status()).isEqualTo(Status.UNKNOWN);
  }

  @Test
  void whatTheChainRefusesWasNotDoneAndItsNonceIsFree() throws Exception {
    bench.fees = bench.fees.withBump(25, 1);
    bench.places =
        new LaneBench.Places() {
          @Override
          public void reached(String place) {
            chain.price = BigInteger.valueOf(place.equals("confirming") ? 1_000 : 100);
          }
        };

    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(result.status()).isEqualTo(Status.REFUSED);
    assertThat(code(result)).isEqualTo("fee_too_low");
    bench.places = new LaneBench.Places() {};
    chain.price = BigInteger.valueOf(100);
    assertThat(hash(bench.handle(LaneBench.poke(2, "south")))).isEqualTo("south/0/150");
  }

  @Test
  void aWriteThatExpiredBehindItsIntentGivesItsNonceBack() throws Exception {
    bench.places =
        new LaneBench.Places() {
          @Override
          public void reached(String place) {
            bench.now = place.equals("after-intent") ? bench.now.plusSeconds(60) : bench.now;
          }
        };
    assertThat(
            bench.handle(bench.until(LaneBench.poke(1, "north"), Duration.ofSeconds(30))).status())
        .isEqualTo(Status.EXPIRED);
    bench.places = new LaneBench.Places() {};

    assertThat(hash(bench.handle(LaneBench.poke(2, "south")))).isEqualTo("south/0/150");
    bench.restarted();
    assertThat(hash(bench.handle(LaneBench.poke(3, "west")))).isEqualTo("west/1/150");
  }

  @Test
  void anOutageBeforeTheFirstSendingIsAnOutageAndNothingWasDone() {
    chain.trouble =
        new ModelTrouble() {
          @Override
          public void asked() {
            throw new NodeUnavailable("away", null);
          }
        };

    assertThatThrownBy(() -> bench.handle(LaneBench.poke(1, "north")))
        .isInstanceOf(WorldUnavailable.class);
    assertThat(chain.signed).isEmpty();
  }

  @Test
  void whatTheNodeCanNotTellInTimeIsUnknownAndThenFoundOut() throws Exception {
    boolean[] away = new boolean[1];
    chain.trouble =
        new ModelTrouble() {
          @Override
          public void asked() {
            if (away[0]) {
              throw new NodeUnavailable("away", null);
            }
          }

          @Override
          public Arrival arrives(SignedAttempt attempt) {
            away[0] = true;
            return Arrival.TAKEN_REPLY_LOST;
          }
        };

    assertThat(bench.handle(LaneBench.poke(1, "north")).status()).isEqualTo(Status.UNKNOWN);
    away[0] = false;
    block();
    assertThat(bench.ask(LaneBench.poke(1, "north")).status()).isEqualTo(Status.DONE);
  }
}
