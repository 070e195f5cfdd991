package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.DeployerProgram;
import dev.playloop.worlds.chain.simulator.GasPrices;
import dev.playloop.worlds.chain.simulator.GasUse;
import dev.playloop.worlds.chain.simulator.Programs;
import dev.playloop.worlds.chain.simulator.TokenProgram;
import dev.playloop.worlds.chain.simulator.pool.ChainRefusal;
import dev.playloop.worlds.chain.simulator.pool.Sent;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What tests and one machine's own chain may do that no client can: block by block, prices, time,
/// money, and the moods of a mempool. Used on any thread.
public final class ChainControls {
  private static final int GAP_MOST = 1_000;
  private static final Duration TIME_MOST = Duration.ofDays(36_500);

  private final BlockMaker maker;

  ChainControls(BlockMaker maker) {
    this.maker = maker;
  }

  /// While it holds, what is let in waits and is not executed.
  public void hold(boolean on) {
    synchronized (maker) {
      maker.switches().hold(on);
      maker.drain();
    }
  }

  /// A transaction that waits is forgotten; false where none with this hash waits.
  public boolean evict(Felt hash) {
    synchronized (maker) {
      return maker.pool().remove(hash);
    }
  }

  /// The next so many transactions are answered as if they were let in, and forgotten.
  public void dropNext(int transactions) {
    synchronized (maker) {
      maker.switches().drop(transactions);
    }
  }

  /// How many nonces may be missing before one that is let in, and then waits; 0 as on a devnet.
  public void gap(int nonces) {
    if (nonces < 0 || nonces > GAP_MOST) {
      throw new IllegalArgumentException("a gap of 0 to " + GAP_MOST + " nonces");
    }
    synchronized (maker) {
      maker.switches().gap(nonces);
    }
  }

  /// Hashes of what waits, in the order of arrival.
  public List<Felt> waiting() {
    synchronized (maker) {
      return maker.pool().all().stream().map(Sent::hash).toList();
    }
  }

  public void pace(BlockPace pace) {
    synchronized (maker) {
      maker.pace(pace);
    }
  }

  public GasPrices prices() {
    synchronized (maker) {
      return maker.prices();
    }
  }

  /// From the next block on. What waits for prices to fall is executed when they have.
  public void prices(GasPrices prices) {
    synchronized (maker) {
      maker.prices(prices);
      maker.drain();
    }
  }

  /// Closes a block and returns it.
  public ChainBlock createBlock() {
    synchronized (maker) {
      ChainBlock block = maker.close();
      maker.drain();
      return block;
    }
  }

  /// Takes back all blocks from this one on, and returns their hashes, the newest first. Throws
  /// [ChainRefusal].
  public List<Felt> abort(long from) {
    synchronized (maker) {
      return maker.abort(from);
    }
  }

  /// Closes a block that is so much later.
  public ChainBlock increaseTime(Duration more) {
    if (more.isNegative() || more.compareTo(TIME_MOST) > 0) {
      throw new IllegalArgumentException("0 s to 100 years");
    }
    synchronized (maker) {
      maker.time().add(more);
      return createBlock();
    }
  }

  /// What time the next block has.
  ///
  /// @param second since 1970; before the newest block's nothing changes until it is reached
  public void time(long second) {
    synchronized (maker) {
      maker.time().set(second);
    }
  }

  /// Makes STRK.
  public Executed mint(Felt account, BigInteger fri) {
    List<Felt> words = new ArrayList<>(List.of(account));
    words.addAll(TokenProgram.words(fri));
    ContractCall mint = new ContractCall(TokenProgram.ADDRESS, "mint", words);
    return write(TokenProgram.FAUCET, List.of(mint));
  }

  /// Deploys a contract of a class, by its program's name, for nothing, and returns its address.
  /// Throws [ChainRefusal] where the constructor panics.
  public Felt deploy(String program, Felt salt, List<Felt> constructor) {
    Felt classHash = Programs.classHash(program);
    ContractCall deploy =
        new ContractCall(
            DeployerProgram.ADDRESSES.getFirst(),
            "deployContract",
            DeployerProgram.calldata(classHash, salt, constructor));
    Executed executed = write(TokenProgram.FAUCET, List.of(deploy));
    if (executed.reverted() != null) {
      throw ChainRefusal.unexpected(executed.reverted());
    }
    return DeployerProgram.address(classHash, salt, constructor);
  }

  /// What another process with the account's key would do: executes calls with its next nonce, at
  /// once and without a signature. The account pays.
  public Executed foreignWrite(Felt account, List<ContractCall> calls) {
    synchronized (maker) {
      if (!maker.pending().state().isContract(account)) {
        throw ChainRefusal.contractNotFound();
      }
      return write(account, calls);
    }
  }

  private Executed write(Felt sender, List<ContractCall> calls) {
    synchronized (maker) {
      Broadcast.Offer offer = new Broadcast.Offer(BigInteger.ZERO, offered());
      return maker.write(
          new Broadcast(
              sender,
              Felt.of(maker.nextNonce(sender)),
              offer,
              ContractCall.multicall(calls),
              List.of()));
    }
  }

  /// At the prices of now, whatever it takes.
  private ResourceBounds offered() {
    GasPrices now = maker.context().prices();
    return new ResourceBounds(
        new GasBound(0, now.l1Gas()),
        new GasBound(GasUse.L2_MOST, now.l2Gas()),
        new GasBound(GasUse.L2_MOST, now.l1DataGas()));
  }
}
