package dev.playloop.worlds.chain.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a lane promises where its chain is cut, killed, exchanged, or dearer than before.
public abstract class ForkingContract extends LandingCase {
  @Test
  void whatAReorganisationUndidIsSentAgainBeforeANewNonce() throws Exception {
    ChainPlace at = place(false);
    LaneBench bench = bench(at);
    ActionResult first = bench.handle(bench.act(1, transfer(at, 7)));
    at.abortFrom(Objects.requireNonNull(first.worldVersion()));
    assertThat(at.nonce(who)).as("gone").isZero();

    ActionResult second = bench.handle(bench.act(2, transfer(at, 16)));

    assertThat(second.status()).isEqualTo(Status.DONE);
    assertThat(sunk(at)).isEqualTo(23);
    assertThat(at.knows(first.receipts().getFirst())).isTrue();
  }

  @Test
  void whatAReorganisationUndidIsFoundByASuccessorThatNobodyAsks() throws Exception {
    ChainPlace at = place(false);
    LaneBench bench = bench(at);
    ActionResult first = bench.handle(bench.act(1, transfer(at, 7)));
    at.abortFrom(Objects.requireNonNull(first.worldVersion()));
    bench.restarted();

    bench.actions.watchOnce();

    assertThat(sunk(at)).isEqualTo(7);
  }

  @Test
  void whatAReorganisationUndidIsMissedAlsoWhereOtherBlocksTookItsPlace() throws Exception {
    ChainPlace at = place(false);
    LaneBench bench = bench(at);
    ActionResult first = bench.handle(bench.act(1, transfer(at, 7)));
    at.abortFrom(Objects.requireNonNull(first.worldVersion()));
    int other = at.nextAccount() + 1;
    for (int others = 0; others < 2; others++) {
      at.strangerWrites(other);
    }

    bench.actions.watchOnce();

    assertThat(sunk(at)).isEqualTo(7);
  }

  @Test
  void aReorganisationInTheMidstOfAWriteDoesNotLoseIt() throws Exception {
    ChainPlace at = place(true);
    LaneBench bench = bench(at);
    boolean[] undone = new boolean[1];
    bench.passing =
        () -> {
          block(at);
          if (!undone[0]) {
            undone[0] = true;
            abortNewest(at);
          }
        };

    assertThat(bench.handle(bench.act(1, transfer(at, 7))).status()).isEqualTo(Status.DONE);
    assertThat(sunk(at)).isEqualTo(7);
    assertThat(bench.told).contains("resent");
  }

  @Test
  void aForeignWriterStopsTheLane() throws Exception {
    ChainPlace at = ours(false);
    LaneBench bench = bench(at);
    bench.handle(bench.act(1, transfer(at, 7)));
    at.strangerWrites(who);

    ActionResult refused = bench.handle(bench.act(2, transfer(at, 16)));

    assertThat(Objects.requireNonNull(refused.error()).code()).isEqualTo("lane_stopped");
    assertThat(refused.error().message()).contains("somebody else writes for account");
    assertThat(sunk(at)).isEqualTo(7);
  }

  @Test
  void anEmptyChainOnTheSamePortGetsNothing() throws Exception {
    ChainPlace at = place(false);
    LaneBench bench = bench(at);
    bench.handle(bench.act(1, transfer(at, 7)));
    int before = at.proxy().delivered(at.sending());
    at.replaceByEmpty();

    ActionResult refused = persistently(bench, bench.act(2, transfer(at, 16)));
    bench.actions.watchOnce();

    assertThat(Objects.requireNonNull(refused.error()).code()).isEqualTo("lane_stopped");
    assertThat(refused.error().message()).contains("the node answers for another chain");
    assertThat(at.proxy().delivered(at.sending())).isEqualTo(before);
  }

  @Test
  void aNodeThatWasKilledAndKeptItsBlocksIsStillTheSameChain(@TempDir Path folder)
      throws Exception {
    ChainPlace at = kept(folder);
    LaneBench bench = bench(at);
    bench.handle(bench.act(1, transfer(at, 7)));
    at.restart();

    assertThat(persistently(bench, bench.act(2, transfer(at, 16))).status()).isEqualTo(Status.DONE);
    assertThat(sunk(at)).isEqualTo(23);
    assertThat(at.nonce(who)).isEqualTo(2);
  }

  @Test
  void aPriceThatRisesBeforeTheSendingIsPaidByADearerAttempt() throws Exception {
    ChainPlace at = place(false);
    LaneBench bench = bench(at);
    bench.handle(bench.act(1, transfer(at, 7)));
    bench.places = at("confirming", at::raisePrices);

    ActionResult result = bench.handle(bench.act(2, transfer(at, 16)));

    assertThat(result.error()).isNull();
    assertThat(bench.told).contains("bumped");
    assertThat(at.nonce(who)).isEqualTo(2);
    assertThat(sunk(at)).isEqualTo(23);
  }
}
