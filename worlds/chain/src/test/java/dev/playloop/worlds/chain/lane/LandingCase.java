package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.backend.StarknetBackend;
import dev.playloop.worlds.chain.fee.FeePolicy;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.model.WorldUnavailable;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/// An account's lane over the wire, on a chain of either kind.
abstract class LandingCase {
  static final String SEND = "starknet_addInvokeTransaction";
  private static final AtomicInteger TESTS = new AtomicInteger();

  /// To whom this test gives, and nobody else does.
  final Felt sink = Felt.of(0x51cc00L + TESTS.incrementAndGet());

  static final BigInteger STRK = BigInteger.TEN.pow(18);

  private @Nullable ChainPlace place;

  /// Whose account this test has: on a chain that is not its own, nobody else's.
  int who;

  /// A new chain with some accounts.
  ///
  /// @param onDemand whether blocks come only when they are asked for
  /// @param folder where its blocks are kept; null: nowhere
  abstract ChainPlace open(boolean onDemand, @Nullable Path folder) throws InterruptedException;

  /// A chain of this test's own, which keeps its blocks.
  final ChainPlace kept(Path folder) throws InterruptedException {
    place = open(false, folder);
    return place;
  }

  @AfterEach
  void close() {
    if (place != null) {
      place.close();
    }
  }

  /// As [#open], once for all tests that do no harm to it.
  abstract ChainPlace shared(boolean onDemand) throws InterruptedException;

  final ChainPlace ours(boolean onDemand) throws InterruptedException {
    ChainPlace at = shared(onDemand);
    at.proxy().heal();
    who = at.nextAccount();
    return at;
  }

  final ChainPlace place(boolean onDemand) throws InterruptedException {
    place = open(onDemand, null);
    return place;
  }

  final LaneBench bench(ChainPlace at) throws InterruptedException {
    LaneBench bench = at.bench(who);
    bench.fees =
        FeePolicy.capped(
            STRK.multiply(BigInteger.valueOf(50)), STRK.multiply(BigInteger.valueOf(500)));
    return bench;
  }

  final String transfer(long fri) {
    return "transfer " + sink + " " + Felt.of(fri) + " 0x0";
  }

  final long sunk(ChainPlace at) throws InterruptedException {
    return at.node()
        .call(new ContractCall(StarknetBackend.STRK, "balance_of", List.of(sink)), BlockTag.LATEST)
        .getFirst()
        .toLong();
  }

  /// As an executor does while the world is away.
  static ActionResult persistently(LaneBench bench, Action action) throws InterruptedException {
    for (int i = 0; i < 100; i++) {
      try {
        return bench.handle(action);
      } catch (WorldUnavailable e) {
        bench.restarted();
      }
    }
    throw new AssertionError("away for good");
  }

  static void block(ChainPlace at) {
    try {
      at.control().createBlock();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static void abortNewest(ChainPlace at) {
    try {
      at.control().abortBlocks(at.node().latest().number());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// Something that is done to the chain.
  interface Deed {
    void run() throws InterruptedException;
  }

  /// Once, when the executor gets there.
  static LaneBench.Places at(String where, Deed deed) {
    boolean[] done = new boolean[1];
    return new LaneBench.Places() {
      @Override
      public void reached(String place) {
        if (place.equals(where) && !done[0]) {
          done[0] = true;
          try {
            deed.run();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        }
      }
    };
  }
}
