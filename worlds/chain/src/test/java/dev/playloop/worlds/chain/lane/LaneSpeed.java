package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.backend.DirectInvoke;
import dev.playloop.worlds.chain.backend.StarknetBackend;
import dev.playloop.worlds.chain.devnet.DevnetAccount;
import dev.playloop.worlds.chain.devnet.DevnetOptions;
import dev.playloop.worlds.chain.devnet.TestDevnet;
import dev.playloop.worlds.chain.fee.FeePolicy;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.Finality;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.TransactionStatus;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Prints how many transactions a second twenty lanes land on a devnet, beside a bare client that
/// asks the node the same (simulation with estimate, invoke, status until it is in a block), with
/// its signatures made beforehand, for accounts of its own: a lane stops where somebody else writes
/// for its account. A benchmark, and no test: `LaneSpeed <starknet-devnet>`.
final class LaneSpeed {
  private static final int ACCOUNTS = 20;
  private static final int EACH = 10;
  private static final int ROUNDS = 7;
  private static final Felt SINK = Felt.of(0x51cc);
  private static final BigInteger PLENTY = BigInteger.TEN.pow(21);

  private final TestDevnet devnet;
  private final List<DevnetAccount> accounts;
  private final List<LaneBench> benches = new ArrayList<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(ACCOUNTS);
  private int acted;

  private LaneSpeed(TestDevnet devnet) throws InterruptedException {
    this.devnet = devnet;
    List<DevnetAccount> all = devnet.control().accounts();
    this.accounts = all.subList(0, ACCOUNTS);
    for (DevnetAccount account : all.subList(ACCOUNTS, 2 * ACCOUNTS)) {
      LaneBench bench =
          new LaneBench(
              new ChainActions.Chain(
                  new StarknetBackend(devnet.node(), StarknetBackend.STRK),
                  new DirectInvoke(devnet.node(), devnet.node().chainId()),
                  new StarknetBackend(devnet.node(), StarknetBackend.STRK)
                      .markOf(List.of(StarknetBackend.STRK))),
              new LaneBench.Owner(account.address(), account.signer(), StarknetBackend.STRK));
      bench.fees = FeePolicy.capped(PLENTY, PLENTY);
      benches.add(bench);
    }
  }

  public static void main(String[] arguments) throws Exception {
    DevnetOptions options =
        DevnetOptions.of(Path.of(arguments[0])).with().accounts(2 * ACCOUNTS).build();
    try (TestDevnet devnet = TestDevnet.start(options)) {
      new LaneSpeed(devnet).run();
    }
  }

  private void run() throws Exception {
    double[] bare = new double[ROUNDS];
    double[] lanes = new double[ROUNDS];
    bare();
    lanes(); // both are warm from here on
    for (int round = 0; round < ROUNDS; round++) {
      bare[round] = bare();
      lanes[round] = lanes();
    }
    threads.shutdown();
    Arrays.sort(bare);
    Arrays.sort(lanes);
    System.out.printf(
        Locale.ROOT,
        "%d accounts, transactions a second: bare client %.1f, lanes %.1f, %.0f %% (medians of %d)%n",
        ACCOUNTS,
        bare[ROUNDS / 2],
        lanes[ROUNDS / 2],
        100 * lanes[ROUNDS / 2] / bare[ROUNDS / 2],
        ROUNDS);
  }

  private double bare() throws Exception {
    List<List<SignedInvoke>> signed = new ArrayList<>();
    for (DevnetAccount account : accounts) {
      signed.add(signed(account));
    }
    return rate(index -> {
      for (SignedInvoke invoke : signed.get(index)) {
        ask(devnet.node(), invoke);
      }
      return null;
    });
  }

  private List<SignedInvoke> signed(DevnetAccount account) throws InterruptedException {
    JsonRpcNode node = devnet.node();
    Felt nonce = node.nonce(account.address(), BlockTag.PRE_CONFIRMED);
    List<SignedInvoke> signed = new ArrayList<>();
    for (int i = 0; i < EACH; i++) {
      Felt next = Felt.of((nonce == null ? 0 : nonce.toLong()) + i);
      signed.add(
          SignedInvoke.of(
              InvokeTransaction.of(account.address(), next, TestDevnet.bounds(), List.of(give())),
              node.chainId(),
              account.signer()));
    }
    return signed;
  }

  private static ContractCall give() {
    return new ContractCall(StarknetBackend.STRK, "transfer", List.of(SINK, Felt.of(7), Felt.ZERO));
  }

  private static void ask(JsonRpcNode node, SignedInvoke invoke) throws InterruptedException {
    InvokeTransaction sent = invoke.transaction();
    node.simulate(
        InvokeTransaction.of(sent.sender(), sent.nonce(), ResourceBounds.NONE, List.of(give())),
        BlockTag.PRE_CONFIRMED);
    Felt hash = node.invoke(invoke);
    TransactionStatus status;
    do {
      status = node.status(hash);
    } while (status == null || !status.finality().reaches(Finality.ACCEPTED_ON_L2));
  }

  private double lanes() throws Exception {
    int first = acted;
    acted += EACH;
    return rate(index -> {
      LaneBench bench = benches.get(index);
      for (int i = 1; i <= EACH; i++) {
        ActionResult result = bench.handle(bench.act(first + i, "transfer " + SINK + " 0x7 0x0"));
        if (result.status() != ActionResult.Status.DONE) {
          throw new IllegalStateException(result.toString());
        }
      }
      return null;
    });
  }

  /// What each account's thread does.
  private interface Share {
    Void of(int account) throws Exception;
  }

  private double rate(Share share) throws Exception {
    List<Callable<Void>> shares = new ArrayList<>();
    for (int i = 0; i < ACCOUNTS; i++) {
      int account = i;
      shares.add(() -> share.of(account));
    }
    long began = System.nanoTime();
    for (Future<Void> done : threads.invokeAll(shares)) {
      done.get();
    }
    return ACCOUNTS * EACH / ((System.nanoTime() - began) / 1e9);
  }
}
