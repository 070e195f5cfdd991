package dev.playloop.worlds.chain.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.worlds.chain.lane.ModelTrouble.Arrival;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a chain undoes, what a stranger does with the account, and a chain that is another one.
final class LaneForksTest extends LaneCase {
  @Test
  void whatAReorganisationUndidAfterItsResultIsSentAgainBeforeANewNonce() throws Exception {
    bench.handle(LaneBench.poke(1, "north"));
    chain.reorganise(1, 5);

    assertThat(hash(bench.handle(LaneBench.poke(2, "south")))).isEqualTo("south/1/150");

    assertThat(chain.canonical())
        .extracting(ModelTx::hash)
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

    assertThat(chain.canonical()).extracting(ModelTx::hash).containsExactly("north/0/150");
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
        new ModelTrouble() {
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
  void aTransactionThatLandsBetweenTwoQuestionsIsNotAStrangers() throws Exception {
    bench.handle(LaneBench.poke(9, "first"));
    int[] asked = new int[1];
    chain.trouble =
        new ModelTrouble() {
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
}
