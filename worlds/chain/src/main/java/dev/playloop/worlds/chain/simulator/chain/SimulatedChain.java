package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.AccountProgram;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.InvokeHash;
import dev.playloop.worlds.chain.simulator.Revert;
import dev.playloop.worlds.chain.simulator.SignatureCheck;
import dev.playloop.worlds.chain.simulator.StateCell;
import dev.playloop.worlds.chain.simulator.StateView;
import dev.playloop.worlds.chain.simulator.pool.ChainRefusal;
import dev.playloop.worlds.chain.simulator.pool.EntryCheck;
import dev.playloop.worlds.chain.simulator.pool.Sent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A Starknet chain in this process, and no Starknet: its contracts are
/// [dev.playloop.worlds.chain.simulator.ContractProgram]s, its gas is a model, nobody proves
/// anything. What a client can send it answers as a node does: it hashes by code of its own and
/// checks signature, nonce, bounds and balance. Used on any thread; the lock is its [BlockMaker].
public final class SimulatedChain implements AutoCloseable {
  private final BlockMaker maker;
  private final ChainSettings settings;
  private final ChainQueries queries;
  private final ChainControls controls;
  private final @Nullable BlockFolder folder;

  private SimulatedChain(BlockMaker maker, ChainSettings settings, @Nullable BlockFolder folder) {
    this.maker = maker;
    this.settings = settings;
    this.folder = folder;
    this.queries = new ChainQueries(maker);
    this.controls = new ChainControls(maker);
  }

  /// Where its folder holds a chain, that one goes on, else another begins. Throws
  /// [ChainFolderFailure], and [dev.playloop.schemas.InvalidValueException] where the folder holds
  /// a chain with another id.
  public static SimulatedChain start(ChainSettings settings) {
    if (settings.folder() == null) {
      ChainGenesis genesis = genesis(settings);
      return new SimulatedChain(
          new BlockMaker(genesis, settings, BlockSink.NOWHERE), settings, null);
    }
    BlockFolder folder = BlockFolder.open(settings.folder(), () -> genesis(settings));
    try {
      folder.genesis().refuseOther(settings.chainId());
      BlockMaker maker = new BlockMaker(folder.genesis(), settings, folder);
      folder.replay(maker::replay);
      return new SimulatedChain(maker, settings, folder);
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  private static ChainGenesis genesis(ChainSettings settings) {
    Felt seed = settings.seed();
    return new ChainGenesis(
        settings.chainId(),
        seed == null ? ChainGenesis.randomSeed() : seed,
        settings.clock().instant().getEpochSecond());
  }

  public ChainQueries queries() {
    return queries;
  }

  public ChainControls controls() {
    return controls;
  }

  /// The accounts that were there from the beginning.
  public List<GenesisAccount> accounts() {
    return settings.accounts();
  }

  /// What was lost of the folder at the start, one sentence each.
  public List<String> losses() {
    return folder == null ? List.of() : folder.losses();
  }

  /// Lets a transaction in, and returns its hash. Throws [ChainRefusal].
  public Felt add(Broadcast transaction) {
    SignatureCheck signatures = settings.signatures();
    Sent sent = new Sent(InvokeHash.of(transaction, maker.chainId(), false), transaction);
    StateView seen;
    synchronized (maker) {
      if (maker.knows(sent.hash())) {
        throw ChainRefusal.duplicate();
      }
      seen = account(transaction.sender());
    }
    // Outside the lock, for it takes milliseconds.
    Revert said = EntryCheck.validation(seen, sent, signatures);
    synchronized (maker) {
      maker.take(sent, said);
    }
    return sent.hash();
  }

  /// What validation reads of an account; it never changes.
  private StateView account(Felt account) {
    StateView state = maker.pending().state();
    StateCell classHash = StateCell.classHash(account);
    StateCell key = AccountProgram.keyOf(account);
    Map<StateCell, Felt> seen = Map.of(classHash, state.read(classHash), key, state.read(key));
    return cell -> seen.getOrDefault(cell, Felt.ZERO);
  }

  /// What these would come to, one after the other, without effect. Throws [ChainRefusal].
  public DryRun dryRun(BlockRef ref, List<DryRun.Asked> asked, DryRun.Leniency leniency) {
    synchronized (maker) {
      return new DryRunner(maker, settings.signatures(), queries.context(ref), queries.state(ref))
          .run(asked, leniency);
    }
  }

  /// Closes a block whose time has come; to be called often where blocks come by time.
  public void tick() {
    synchronized (maker) {
      maker.tick();
    }
  }

  /// Its folder is free then. What is in no block is lost, as with a process that is killed.
  @Override
  public void close() {
    synchronized (maker) {
      if (folder != null) {
        folder.close();
      }
    }
  }
}
