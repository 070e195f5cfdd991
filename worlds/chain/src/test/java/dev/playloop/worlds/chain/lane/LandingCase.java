package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.fee.FeePolicy;
import dev.playloop.worlds.model.WorldUnavailable;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;

/// An account's lane over the wire, on a chain of either kind.
public abstract class LandingCase {
  private static final Map<Boolean, ChainPlace> SHARED = new HashMap<>();
  private static final AtomicInteger TESTS = new AtomicInteger();

  /// To whom this test gives, and nobody else does.
  final Felt sink = Felt.of(0x51cc00L + TESTS.incrementAndGet());

  static final BigInteger WHOLE = BigInteger.TEN.pow(18);

  private @Nullable ChainPlace place;

  /// Whose account this test has: on a chain that is not its own, nobody else's.
  int who;

  /// A new chain with some accounts.
  ///
  /// @param onDemand whether blocks come only when they are asked for
  /// @param folder where its blocks are kept; null: nowhere
  protected abstract ChainPlace open(boolean onDemand, @Nullable Path folder)
      throws InterruptedException;

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

  @AfterAll
  static void closeShared() {
    SHARED.values().forEach(ChainPlace::close);
    SHARED.clear();
  }

  /// As [#open], once for all tests of a class that do no harm to it.
  final ChainPlace ours(boolean onDemand) throws InterruptedException {
    ChainPlace at = SHARED.get(onDemand);
    if (at == null) {
      at = open(onDemand, null);
      SHARED.put(onDemand, at);
    }
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
            WHOLE.multiply(BigInteger.valueOf(50)), WHOLE.multiply(BigInteger.valueOf(500)));
    return bench;
  }

  /// A write by which so many are given to [#sink].
  final String transfer(ChainPlace at, long amount) {
    return at.giving(sink, BigInteger.valueOf(amount));
  }

  final long sunk(ChainPlace at) throws InterruptedException {
    return at.given(sink).longValueExact();
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
      at.block();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static void abortNewest(ChainPlace at) {
    try {
      at.abortFrom(at.head());
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
