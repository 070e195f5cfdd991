package dev.playloop.worlds.chain.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult.Status;
import org.junit.jupiter.api.Test;

/// What a lane promises where transactions wait, and may be lost while they do.
public abstract class PoolContract extends LandingCase {
  /// Whether nothing that waits is executed from now on, until blocks are made.
  protected abstract void hold(ChainPlace at, boolean on) throws InterruptedException;

  /// A transaction that waits is lost.
  protected abstract void evict(ChainPlace at, String hash) throws InterruptedException;

  /// What waits pays too little from now on.
  protected abstract void starve(ChainPlace at) throws InterruptedException;

  @Test
  void whatThePoolLosesIsSentAgainAsItWas() throws Exception {
    ChainPlace at = place(true);
    LaneBench bench = bench(at);
    hold(at, true);
    bench.passing = once(() -> evict(at, bench.durable().getLast()), at);

    assertThat(bench.handle(bench.act(1, transfer(at, 7))).status()).isEqualTo(Status.DONE);

    assertThat(bench.told).contains("resent").doesNotContain("bumped");
    assertThat(bench.durable().stream().distinct()).hasSize(1);
    assertThat(at.nonce(who)).isEqualTo(1);
    assertThat(sunk(at)).isEqualTo(7);
  }

  @Test
  void whatWaitsForLongIsReplacedByADearerAttemptOfItsNonce() throws Exception {
    ChainPlace at = place(true);
    LaneBench bench = bench(at);
    hold(at, true);
    bench.passing = once(() -> starve(at), at);

    assertThat(bench.handle(bench.act(1, transfer(at, 7))).status()).isEqualTo(Status.DONE);

    assertThat(bench.told).contains("bumped");
    assertThat(bench.durable().stream().distinct()).hasSize(2);
    assertThat(at.nonce(who)).isEqualTo(1);
    assertThat(sunk(at)).isEqualTo(7);
  }

  /// Once that, and then a block each time.
  private Runnable once(Deed deed, ChainPlace at) {
    boolean[] done = new boolean[1];
    return () -> {
      try {
        if (!done[0]) {
          done[0] = true;
          deed.run();
          hold(at, false);
        } else {
          at.block();
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    };
  }
}
