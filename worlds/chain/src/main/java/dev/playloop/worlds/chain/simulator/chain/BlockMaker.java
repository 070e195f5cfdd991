package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.BlockContext;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.GasPrices;
import dev.playloop.worlds.chain.simulator.InvokeHash;
import dev.playloop.worlds.chain.simulator.Programs;
import dev.playloop.worlds.chain.simulator.Revert;
import dev.playloop.worlds.chain.simulator.StateCell;
import dev.playloop.worlds.chain.simulator.pool.ChainRefusal;
import dev.playloop.worlds.chain.simulator.pool.EntryCheck;
import dev.playloop.worlds.chain.simulator.pool.Mempool;
import dev.playloop.worlds.chain.simulator.pool.PoolSwitches;
import dev.playloop.worlds.chain.simulator.pool.Sent;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The chain as it grows: lets transactions in, executes them when it is their turn, closes blocks
/// and takes them back. Under the chain's lock.
final class BlockMaker {
  private final ChainGenesis genesis;
  private final Programs programs;
  private final Runner runner;
  private final ChainTime time;
  private final BlockSink sink;
  private final ChainHistory history;
  private final Mempool pool = new Mempool();
  private final PoolSwitches switches = new PoolSwitches();
  private PendingBlock pending;
  private GasPrices prices = GasPrices.STANDARD;
  private BlockPace pace;
  private Instant due;

  BlockMaker(ChainGenesis genesis, ChainSettings settings, BlockSink sink) {
    this.genesis = genesis;
    this.programs = new Programs(settings.allPrograms());
    this.runner = new Runner(programs);
    this.time = new ChainTime(settings.clock());
    this.sink = sink;
    this.history = new ChainHistory(genesis.block(), ChainGenesis.state(settings.accounts()));
    this.pending = new PendingBlock(history.newest());
    this.pace = settings.pace();
    this.due = time.clock();
    pace(pace);
  }

  Felt chainId() {
    return genesis.chainId();
  }

  Programs programs() {
    return programs;
  }

  Runner runner() {
    return runner;
  }

  ChainTime time() {
    return time;
  }

  ChainHistory history() {
    return history;
  }

  Mempool pool() {
    return pool;
  }

  PendingBlock pending() {
    return pending;
  }

  PoolSwitches switches() {
    return switches;
  }

  GasPrices prices() {
    return prices;
  }

  void prices(GasPrices next) {
    prices = next;
  }

  /// From now on.
  void pace(BlockPace next) {
    pace = next;
    if (next instanceof BlockPace.Every every) {
      due = time.clock().plus(every.time());
    }
  }

  /// What the block is in which the next transaction is executed.
  BlockContext context() {
    BlockContext open = pending.context();
    if (open != null) {
      return open;
    }
    BlockContext latest = history.latest().context();
    return new BlockContext(latest.number() + 1, Math.max(latest.timestamp(), time.now()), prices);
  }

  boolean knows(Felt hash) {
    return pool.knows(hash) || pending.get(hash) != null || history.place(hash) != null;
  }

  BigInteger nextNonce(Felt account) {
    return pending.state().read(StateCell.nonce(account)).value();
  }

  /// Lets a transaction in. Throws [ChainRefusal].
  ///
  /// @param invalid what its account says against it; null: nothing
  void take(Sent sent, @Nullable Revert invalid) {
    Broadcast transaction = sent.transaction();
    if (knows(sent.hash())) {
      throw ChainRefusal.duplicate();
    }
    Sent replaced = placed(transaction);
    if (replaced != null && !Mempool.outbids(replaced, sent)) {
      throw ChainRefusal.underpriced();
    }
    EntryCheck.bounds(transaction, context().prices());
    EntryCheck.balance(pending.state(), transaction);
    if (invalid != null) {
      throw ChainRefusal.validation(invalid.validation());
    }
    if (switches.dropsThis()) {
      return;
    }
    if (replaced == null && pool.size() >= Mempool.MOST) {
      throw ChainRefusal.unexpected("the mempool is full");
    }
    pool.put(sent);
    drain();
  }

  /// Whom it would replace, if any. Throws [ChainRefusal] for a nonce whose turn is over, or too
  /// far off.
  private @Nullable Sent placed(Broadcast transaction) {
    Felt account = transaction.sender();
    BigInteger nonce = transaction.nonce().value();
    BigInteger next = nextNonce(account);
    BigInteger free = pool.nextFree(account, next);
    BigInteger last = free.add(BigInteger.valueOf(switches.gap()));
    if (nonce.compareTo(next) < 0 || nonce.compareTo(last) > 0) {
      throw ChainRefusal.nonce(account, next, nonce);
    }
    return pool.get(account, nonce);
  }

  /// Executes whatever can be, in the order of arrival and of each account's nonces.
  void drain() {
    boolean moved = true;
    while (moved && !switches.holds()) {
      moved = false;
      for (Sent waiting : pool.all()) {
        moved |= turn(waiting);
      }
    }
  }

  private boolean turn(Sent waiting) {
    Broadcast transaction = waiting.transaction();
    int order = transaction.nonce().value().compareTo(nextNonce(transaction.sender()));
    if (order > 0 || (order == 0 && !isAffordable(transaction))) {
      return false;
    }
    pool.remove(waiting.hash());
    if (order == 0) {
      execute(waiting, Runner.Charge.FULL);
    }
    return order == 0;
  }

  /// What offers less than the prices of now waits until they fall.
  private boolean isAffordable(Broadcast transaction) {
    try {
      EntryCheck.bounds(transaction, context().prices());
      return true;
    } catch (ChainRefusal dearer) {
      return false;
    }
  }

  /// Null where the account can't pay any more: then it is forgotten.
  private Runner.@Nullable Ran execute(Sent sent, Runner.Charge charge) {
    Runner.Ran ran = step(sent, context(), charge);
    if (ran != null && pace instanceof BlockPace.EachTransaction) {
      close();
    }
    return ran;
  }

  private Runner.@Nullable Ran step(Sent sent, BlockContext block, Runner.Charge charge) {
    Runner.Ran ran = runner.run(pending.state(), block, sent, charge);
    if (ran != null) {
      pending.add(block, ran.executed());
    }
    return ran;
  }

  /// Executes calls of an account at once, without a signature: the chain's own, which cost
  /// nothing, and those that stand for a foreign writer, which pay. Throws [ChainRefusal] where the
  /// account can't pay.
  Executed write(Broadcast transaction) {
    Sent sent = new Sent(InvokeHash.of(transaction, chainId(), false), transaction);
    Runner.Ran ran = execute(sent, Runner.Charge.of(sent));
    if (ran == null) {
      throw ChainRefusal.balance();
    }
    drain();
    return ran.executed();
  }

  /// Closes a block, an empty one where nothing is pending.
  ChainBlock close() {
    ChainBlock block = ChainBlock.of(history.latest().hash(), context(), pending.executed());
    sink.append(block);
    commit(block);
    return block;
  }

  private void commit(ChainBlock block) {
    history.append(block, pending.state().changes());
    pending = new PendingBlock(history.newest());
  }

  /// Takes back all blocks from this one on, and what is pending; what was in them is unknown then.
  /// What waits goes on waiting. Throws [ChainRefusal].
  List<Felt> abort(long from) {
    if (from < 1 || history.block(from) == null) {
      throw ChainRefusal.blockNotFound();
    }
    sink.abort(from);
    List<Felt> aborted = forget(from);
    drain();
    return aborted;
  }

  private List<Felt> forget(long from) {
    List<Felt> aborted = history.abort(from);
    pending = new PendingBlock(history.newest());
    return aborted;
  }

  /// Closes the block whose time has come.
  void tick() {
    if (pace instanceof BlockPace.Every every && !time.clock().isBefore(due)) {
      due = time.clock().plus(every.time());
      close();
    }
  }

  /// Does again what a folder kept; false where it does not come to the same.
  boolean replay(KeptBlock kept) {
    return switch (kept) {
      case KeptBlock.Closed closed -> replay(closed);
      case KeptBlock.Aborted aborted -> {
        boolean known = aborted.from() >= 1 && history.block(aborted.from()) != null;
        if (known) {
          forget(aborted.from());
        }
        yield known;
      }
    };
  }

  private boolean replay(KeptBlock.Closed closed) {
    if (closed.context().number() != history.latest().number() + 1) {
      return false;
    }
    for (Sent sent : closed.transactions()) {
      if (step(sent, closed.context(), Runner.Charge.of(sent)) == null) {
        break;
      }
    }
    ChainBlock block = ChainBlock.of(history.latest().hash(), closed.context(), pending.executed());
    boolean same = block.hash().equals(closed.hash());
    if (same) {
      commit(block);
      prices = closed.context().prices();
      time.set(Math.max(time.now(), block.context().timestamp()));
    } else {
      pending = new PendingBlock(history.newest());
    }
    return same;
  }
}
