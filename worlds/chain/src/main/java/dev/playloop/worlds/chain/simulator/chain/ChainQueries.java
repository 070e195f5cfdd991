package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.Finality;
import dev.playloop.worlds.chain.simulator.BlockContext;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.ContractPanic;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.chain.simulator.Execution;
import dev.playloop.worlds.chain.simulator.GasUse;
import dev.playloop.worlds.chain.simulator.Revert;
import dev.playloop.worlds.chain.simulator.StateCell;
import dev.playloop.worlds.chain.simulator.StateLayer;
import dev.playloop.worlds.chain.simulator.StateView;
import dev.playloop.worlds.chain.simulator.pool.ChainRefusal;
import dev.playloop.worlds.chain.simulator.pool.Sent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the chain can be asked. Every method throws [ChainRefusal] for what it does not know. Used
/// on any thread; each answer is of one moment.
public final class ChainQueries {
  private final BlockMaker maker;

  ChainQueries(BlockMaker maker) {
    this.maker = maker;
  }

  public Felt chainId() {
    return maker.chainId();
  }

  public ChainBlock block(BlockRef ref) {
    synchronized (maker) {
      return found(ref);
    }
  }

  /// What is executed and in no block yet.
  public Pending pending() {
    synchronized (maker) {
      return new Pending(maker.context(), List.copyOf(maker.pending().executed()));
    }
  }

  /// What is pre-confirmed, under the number, time and prices of its block to be.
  public record Pending(BlockContext context, List<Executed> transactions) {}

  private ChainBlock found(BlockRef ref) {
    ChainHistory history = maker.history();
    ChainBlock block =
        switch (ref) {
          case BlockRef.Numbered numbered -> history.block(numbered.number());
          case BlockRef.Hashed hashed -> history.block(hashed.hash());
          case BlockRef.Tagged tagged ->
              switch (tagged.tag()) {
                case LATEST -> history.latest();
                case PRE_CONFIRMED, L1_ACCEPTED -> null;
              };
        };
    if (block == null) {
      throw ChainRefusal.blockNotFound();
    }
    return block;
  }

  StateView state(BlockRef ref) {
    if (ref.equals(BlockRef.PRE_CONFIRMED)) {
      return maker.pending().state();
    }
    ChainBlock block = found(ref);
    ChainHistory history = maker.history();
    return block.number() == history.latest().number()
        ? history.newest()
        : history.after(block.number());
  }

  BlockContext context(BlockRef ref) {
    return ref.equals(BlockRef.PRE_CONFIRMED) ? maker.context() : found(ref).context();
  }

  public Felt nonce(BlockRef ref, Felt contract) {
    return ofContract(ref, StateCell.nonce(contract));
  }

  public Felt classHash(BlockRef ref, Felt contract) {
    return ofContract(ref, StateCell.classHash(contract));
  }

  public Felt storage(BlockRef ref, Felt contract, Felt key) {
    return ofContract(ref, StateCell.storage(contract, key));
  }

  private Felt ofContract(BlockRef ref, StateCell cell) {
    synchronized (maker) {
      StateView state = state(ref);
      if (!state.isContract(cell.contract())) {
        throw ChainRefusal.contractNotFound();
      }
      return state.read(cell);
    }
  }

  /// The program of a contract.
  public ContractProgram program(BlockRef ref, Felt contract) {
    ContractProgram program = maker.programs().at(classHash(ref, contract));
    if (program == null) {
      throw ChainRefusal.contractNotFound();
    }
    return program;
  }

  /// Calls an entrypoint; whatever it writes is forgotten.
  public Execution.Result call(BlockRef ref, Execution.Entry entry) {
    synchronized (maker) {
      StateView state = state(ref);
      if (!state.isContract(entry.contract())) {
        throw ChainRefusal.contractNotFound();
      }
      Execution execution =
          new Execution(maker.programs(), context(ref), Execution.Origin.READ, GasUse.L2_MOST);
      Execution.Result result = execution.run(new StateLayer(state), Felt.ZERO, entry);
      if (result instanceof Execution.Result.Failed(Revert.Panicked panicked)
          && panicked.path().size() == 1
          && panicked.data().equals(ContractPanic.noEntrypoint().data())) {
        throw ChainRefusal.noEntrypoint();
      }
      return result;
    }
  }

  /// What the chain says of a transaction.
  ///
  /// @param executed null while it waits
  /// @param block null while it is in none
  public record Known(Finality finality, @Nullable Executed executed, @Nullable ChainBlock block) {}

  /// Null where the chain does not know it.
  public @Nullable Known transaction(Felt hash) {
    synchronized (maker) {
      ChainHistory.Place place = maker.history().place(hash);
      if (place != null) {
        return new Known(Finality.ACCEPTED_ON_L2, place.executed(), place.block());
      }
      Executed pending = maker.pending().get(hash);
      if (pending != null) {
        return new Known(Finality.PRE_CONFIRMED, pending, null);
      }
      return maker.pool().knows(hash) ? new Known(Finality.RECEIVED, null, null) : null;
    }
  }

  /// A transaction as it came in, also where it waits; null where the chain does not know it.
  public @Nullable Broadcast broadcast(Felt hash) {
    synchronized (maker) {
      Known known = transaction(hash);
      if (known != null && known.executed() != null) {
        return known.executed().transaction();
      }
      Sent waiting = maker.pool().get(hash);
      return waiting == null ? null : waiting.transaction();
    }
  }

  /// Events in a range of blocks, both included.
  ///
  /// @param token where a page before ended; null: the first page
  /// @param size 1 or more
  public FoundEvents events(EventFilter filter, Range range, @Nullable String token, int size) {
    synchronized (maker) {
      FoundEvents.Spot start =
          token == null ? new FoundEvents.Spot(range.from(), 0, 0) : FoundEvents.Spot.of(token);
      FoundEvents.Page page = new FoundEvents.Page(filter, start, size);
      ChainHistory history = maker.history();
      long latest = history.latest().number();
      long last = range.to() == null ? latest : Math.min(range.to(), latest);
      boolean more = true;
      for (long number = Math.max(range.from(), start.block()); more && number <= last; number++) {
        ChainBlock block = history.block(number);
        more = block == null || page.take(number, block.transactions(), block);
      }
      if (more && range.to() == null) {
        page.take(latest + 1, maker.pending().executed(), null);
      }
      return page.found();
    }
  }

  /// Blocks by number.
  ///
  /// @param to null: all, and what is pre-confirmed
  public record Range(long from, @Nullable Long to) {}
}
