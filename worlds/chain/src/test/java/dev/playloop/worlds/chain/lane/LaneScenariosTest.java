package dev.playloop.worlds.chain.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import dev.playloop.worlds.chain.fee.FeePolicy;
import dev.playloop.worlds.chain.lane.LaneBench.Crash;
import dev.playloop.worlds.chain.lane.ModelChain.Arrival;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.model.WorldUnavailable;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// One rule of a lane at a time, on a chain of which everything can be had.
final class LaneScenariosTest {
  private final ModelChain chain = new ModelChain();
  private final LaneBench bench = new LaneBench(chain);

  LaneScenariosTest() {
    bench.passing = this::block;
  }

  private void block() {
    chain.execute();
    chain.seal();
  }

  @Test
  void aWriteIsDoneWhenItsTransactionIsInABlock() throws Exception {
    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(result.output())
        .hasToString(
            "{\"transaction\":\"north/0/150\",\"block\":1,\"fee\":\"1050\",\"poked\":\"north\"}");
    assertThat(result.receipts()).containsExactly("north/0/150");
    assertThat(result.worldVersion()).isEqualTo(1);
    assertThat(bench.told).containsExactly("submitted", "pre-confirmed");
  }

  @Test
  void whatIsRevertedHasFailedWithItsReasonAndItsFee() throws Exception {
    chain.reverting.add("north");

    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(code(result)).isEqualTo("reverted");
    assertThat(Objects.requireNonNull(result.error()).message()).isEqualTo("no stamina");
    assertThat(result.output())
        .hasToString("{\"transaction\":\"north/0/150\",\"block\":1,\"fee\":\"1050\"}");
  }

  @Test
  void aSureRevertIsRefusedAndNothingIsSigned() throws Exception {
    chain.sureToRevert.add("north");

    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(result.status()).isEqualTo(Status.REFUSED);
    assertThat(Objects.requireNonNull(result.error()).message()).isEqualTo("not yours");
    assertThat(chain.signed).isEmpty();
    assertThat(hash(bench.handle(LaneBench.poke(2, "south")))).isEqualTo("south/0/150");
  }

  @ParameterizedTest
  @CsvSource({"nonsense, invalid_arguments", "north, not_allowed", "mallory, not_this_account"})
  void whatIsForbiddenIsRefusedBeforeAnythingIsAskedOrSigned(String entrypoint, String code)
      throws Exception {
    bench.forbidden = entrypoint.equals("north") ? "no such entrypoint is allowed" : null;
    chain.trouble =
        new ModelChain.Trouble() {
          @Override
          public void asked() {
            throw new AssertionError("asked");
          }
        };
    AgentId agent = entrypoint.equals("mallory") ? AgentId.of("chain", "mallory") : LaneBench.ADA;

    ActionResult result = bench.handle(LaneBench.poke(agent, 1, entrypoint));

    assertThat(code(result)).isEqualTo(code);
    assertThat(result.status()).isEqualTo(Status.REFUSED);
    assertThat(chain.signed).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ada", "0xACC", "0x0acc", "0x"})
  void anAccountIsWrittenInOneWayForItsLaneFollowsFromIt(String actor) throws Exception {
    Action action = LaneBench.poke(1, "north").with().actor(actor).build();

    assertThat(code(bench.handle(action))).isEqualTo("no_account");
    assertThat(chain.signed).isEmpty();
  }

  @Test
  void aToolOfAnotherLaneIsABugAndNotBegun() {
    Action action = LaneBench.poke(1, "north").lane(new Lane("chain/ada"));

    assertThatThrownBy(() -> bench.handle(action)).isInstanceOf(IllegalStateException.class);
    assertThat(chain.signed).isEmpty();
  }

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
    assertThat(chain.canonical()).extracting(ModelChain.Tx::action).containsExactly("north");
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
    assertThat(chain.canonical())
        .extracting(ModelChain.Tx::action)
        .containsExactly("north", "south");
  }

  @Test
  void whatAReorganisationUndidAfterItsResultIsSentAgainBeforeANewNonce() throws Exception {
    bench.handle(LaneBench.poke(1, "north"));
    chain.reorganise(1, 5);

    assertThat(hash(bench.handle(LaneBench.poke(2, "south")))).isEqualTo("south/1/150");

    assertThat(chain.canonical())
        .extracting(ModelChain.Tx::hash)
        .containsExactly("north/0/150", "south/1/150");
    assertThat(bench.actions.undone().after(0)).isEmpty();
  }

  @Test
  void whatVanishedIsFoundAgainAtTakeoverAndByNobodysAction() throws Exception {
    bench.handle(LaneBench.poke(1, "north"));
    bench.restarted();
    chain.reorganise(1, 5);

    bench.actions.watchOnce();
    block();

    assertThat(chain.canonical()).extracting(ModelChain.Tx::hash).containsExactly("north/0/150");
  }

  @Test
  void whatIsDeepIsLetGo() throws Exception {
    bench.handle(LaneBench.poke(1, "north"));
    for (int i = 0; i < 5; i++) {
      chain.seal();
    }
    bench.actions.watchOnce();
    int[] asked = new int[1];
    chain.trouble =
        new ModelChain.Trouble() {
          @Override
          public void asked() {
            asked[0]++;
          }
        };

    bench.actions.watchOnce();

    assertThat(asked[0]).isZero();
  }

  @Test
  void whatCanNotLandAnyMoreAfterItsResultIsUndone() throws Exception {
    bench.handle(LaneBench.poke(1, "north"));
    chain.reorganise(1, 5);
    chain.stranger();
    for (int i = 0; i < 8; i++) {
      bench.handle(LaneBench.poke(10 + i, "south"));
      chain.seal();
    }
    bench.restarted();
    for (int i = 0; i < 9; i++) {
      bench.actions.watchOnce();
      chain.seal();
    }

    assertThat(bench.actions.undone().after(0))
        .singleElement()
        .satisfies(undone -> {
          assertThat(undone.hash()).isEqualTo("north/0/150");
          assertThat(undone.why()).isEqualTo(UndoneTransaction.Why.REPLACED);
          assertThat(undone.told().agent()).isEqualTo(LaneBench.ADA);
        });
    assertThat(chain.signed).containsExactly("north");
  }

  @Test
  void whatLandsAgainAndIsRevertedThereIsUndone() throws Exception {
    bench.handle(LaneBench.poke(1, "north"));
    chain.reorganise(1, 5);
    chain.reverting.add("north");
    bench.actions.watchOnce();
    block();
    bench.actions.watchOnce();

    assertThat(bench.actions.undone().after(0))
        .extracting(UndoneTransaction::why)
        .containsExactly(UndoneTransaction.Why.REVERTED);
    assertThat(bench.actions.undone().after(1)).isEmpty();
  }

  @Test
  void aForeignWriterStopsTheLaneUntilAPersonRestarts() throws Exception {
    bench.handle(LaneBench.poke(1, "north"));
    chain.stranger();

    ActionResult refused = bench.handle(LaneBench.poke(2, "south"));

    assertThat(code(refused)).isEqualTo("lane_stopped");
    assertThat(Objects.requireNonNull(refused.error()).message())
        .contains("somebody else writes for account 0xacc", "nonce 1");
    assertThat(code(bench.handle(LaneBench.poke(3, "west")))).isEqualTo("lane_stopped");
    assertThat(chain.signed).containsExactly("north");
    bench.restarted();
    assertThat(hash(bench.handle(LaneBench.poke(4, "east")))).isEqualTo("east/2/150");
  }

  @Test
  void aWriteWhoseNonceAForeignWriterTookHasFailedOnceThatIsDeep() throws Exception {
    arriving(Arrival.TAKEN_AND_DROPPED);
    bench.passing = chain::stranger;

    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(code(result)).isEqualTo("nonce_taken");
    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(code(bench.handle(LaneBench.poke(2, "south")))).isEqualTo("lane_stopped");
  }

  @Test
  void noEndIsToldBeforeTheStrangersBlockIsDeep() throws Exception {
    arriving(Arrival.TAKEN_AND_DROPPED);
    boolean[] written = new boolean[1];
    bench.passing =
        () -> {
          if (!written[0]) {
            written[0] = true;
            chain.stranger();
          }
        };
    assertThat(bench.handle(LaneBench.poke(1, "north")).status()).isEqualTo(Status.UNKNOWN);

    assertThat(code(bench.ask(LaneBench.poke(1, "north")))).isEqualTo("nonce_taken");
    assertThat(bench.ask(LaneBench.poke(1, "north")).status()).isEqualTo(Status.UNKNOWN);
    chain.reorganise(1, 5); // the stranger's block goes away again
    bench.restarted();
    bench.passing = this::block;

    assertThat(bench.handle(LaneBench.poke(1, "north")).status()).isEqualTo(Status.DONE);
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

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anEmptyChainOnTheSamePortGetsNothing(boolean sameGenesis) throws Exception {
    bench.handle(LaneBench.poke(1, "north"));
    chain.arrived.clear();
    chain.wipe(sameGenesis);

    assertThat(code(bench.handle(LaneBench.poke(2, "south")))).isEqualTo("lane_stopped");
    bench.actions.watchOnce();

    assertThat(chain.arrived).isEmpty();
    assertThat(bench.actions.checkChain()).contains("the node answers for another chain");
  }

  @Test
  void anEmptyChainIsNoticedWhereNothingWasSentYet() throws Exception {
    chain.sureToRevert.add("north");
    bench.handle(LaneBench.poke(1, "north"));
    chain.wipe(false);

    assertThat(code(bench.handle(LaneBench.poke(2, "south")))).isEqualTo("lane_stopped");
    assertThat(chain.signed).isEmpty();
  }

  @Test
  void blocksOfAnotherForkMakeNothingDeep() throws Exception {
    bench.handle(LaneBench.poke(1, "north"));
    chain.reorganise(1, 5);
    for (int i = 0; i < 8; i++) {
      chain.seal();
      bench.actions.watchOnce(); // it waits in the mempool
    }
    chain.evict();

    assertThat(hash(bench.handle(LaneBench.poke(2, "south")))).isEqualTo("south/1/150");
    assertThat(chain.canonical()).hasSize(2);
  }

  @Test
  void aChainThatForgotInTheMidstOfAWriteGetsNothingMore() throws Exception {
    bench.passing =
        () -> {
          chain.arrived.clear();
          chain.wipe(true);
        };

    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(result.status()).isEqualTo(Status.UNKNOWN);
    assertThat(code(result)).isEqualTo("lane_stopped");
    assertThat(chain.arrived).isEmpty();
  }

  @Test
  void theDaysFeesAreThoseOfTheLedgerAlsoRevertedOnes() throws Exception {
    bench.fees = FeePolicy.capped(BigInteger.valueOf(3_000), BigInteger.valueOf(4_000));
    chain.reverting.add("north");
    bench.handle(LaneBench.poke(1, "north")); // 1,050
    bench.handle(LaneBench.poke(2, "south")); // 1,050
    bench.restarted();

    ActionResult third = bench.handle(LaneBench.poke(3, "west"));

    assertThat(code(third)).isEqualTo("fee_cap");
    assertThat(Objects.requireNonNull(third.error()).message())
        .contains("4000 FRI per day", "4350");
    bench.now = bench.now.plus(Duration.ofDays(1));
    assertThat(bench.handle(LaneBench.poke(4, "east")).status()).isEqualTo(Status.DONE);
    assertThat(LocalDate.ofInstant(bench.now, ZoneOffset.UTC)).isEqualTo("2026-02-01");
  }

  @Test
  void anActionAboveItsCapIsRefused() throws Exception {
    bench.fees = FeePolicy.capped(BigInteger.valueOf(2_249), BigInteger.valueOf(9_000));

    assertThat(code(bench.handle(LaneBench.poke(1, "north")))).isEqualTo("fee_cap");
    assertThat(chain.signed).isEmpty();
  }

  @Test
  void anEmptyAccountIsParkedWithTheWayToFillIt() throws Exception {
    chain.balance = BigInteger.valueOf(2_249);

    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(code(result)).isEqualTo("balance_too_low");
    assertThat(Objects.requireNonNull(result.error()).message()).contains("send STRK to 0xacc");
    assertThat(chain.signed).isEmpty();
    chain.balance = BigInteger.valueOf(2_250);
    assertThat(bench.handle(LaneBench.poke(2, "north")).status()).isEqualTo(Status.DONE);
  }

  @Test
  void anAccountThatIsNotDeployedIsToldWithTheCommand() throws Exception {
    chain.deployed = false;

    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(code(result)).isEqualTo("account_not_deployed");
    assertThat(Objects.requireNonNull(result.error()).message())
        .contains("starkli account deploy 0xacc");
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
        new ModelChain.Trouble() {
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
        new ModelChain.Trouble() {
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

  @Test
  void aSimulationNamesItsBlockAndSignsNothing() throws Exception {
    ActionResult fits = bench.actions.simulate(LaneBench.call(LaneBench.poke(1, "north")));
    chain.sureToRevert.add("south");
    ActionResult reverts = bench.actions.simulate(LaneBench.call(LaneBench.poke(2, "south")));

    assertThat(fits.output())
        .hasToString("{\"simulated\":true,\"holdsForBlock\":0,\"fee\":\"1000\"}");
    assertThat(reverts.status()).isEqualTo(Status.REFUSED);
    assertThat(Objects.requireNonNull(reverts.error()).message())
        .isEqualTo("not yours (as of block 0)");
    assertThat(chain.signed).isEmpty();
  }

  @Test
  void aTransactionThatLandsBetweenTwoQuestionsIsNotAStrangers() throws Exception {
    bench.handle(LaneBench.poke(9, "first"));
    int[] asked = new int[1];
    chain.trouble =
        new ModelChain.Trouble() {
          @Override
          public void asked() {
            asked[0]++;
            if (asked[0] % 2 == 0) {
              block();
            }
          }
        };
    bench.passing = () -> {};

    for (int i = 1; i < 20; i++) {
      assertThat(bench.handle(LaneBench.poke(i, "north" + i)).status()).isEqualTo(Status.DONE);
    }
  }

  private void arriving(Arrival... arrivals) {
    List<Arrival> left = new ArrayList<>(List.of(arrivals));
    chain.trouble =
        new ModelChain.Trouble() {
          @Override
          public Arrival arrives(SignedAttempt attempt) {
            return left.isEmpty() ? Arrival.TAKEN : left.removeFirst();
          }
        };
  }

  private void dieAt(String at) {
    bench.places =
        new LaneBench.Places() {
          @Override
          public void reached(String place) {
            if (place.equals(at)) {
              bench.places = new LaneBench.Places() {};
              throw new Crash(place);
            }
          }
        };
  }

  private static String code(ActionResult result) {
    return result.error() == null ? "" : result.error().code();
  }

  private static String hash(ActionResult result) {
    return result.receipts().isEmpty() ? String.valueOf(result) : result.receipts().getFirst();
  }
}
