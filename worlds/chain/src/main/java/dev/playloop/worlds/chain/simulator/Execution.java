package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.ChainEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs one call and all that it calls. Each call writes to a layer of its own: when it panics that
/// is forgotten, and so is what it emitted, even where its caller catches the panic. A program that
/// throws anything else has a mistake; for its caller it panics. Used once, by one thread.
public final class Execution {
  private static final Logger LOG = LoggerFactory.getLogger(Execution.class);
  private static final int DEPTH_MAX = 50;

  private final Programs programs;
  private final BlockContext block;
  private final Origin origin;
  private final GasMeter meter;
  private int depth;
  private int emitted;

  /// The panic that is on its way up, and through whom it came, the first caller first.
  private @Nullable ContractPanic risen;

  private List<CallSite> path = List.of();

  /// Whose transaction it is; both zero for a read.
  public record Origin(Felt account, Felt hash) {
    public static final Origin READ = new Origin(Felt.ZERO, Felt.ZERO);
  }

  /// What it came to.
  public sealed interface Result {
    record Done(CallTrace trace) implements Result {}

    record Failed(Revert revert) implements Result {}
  }

  /// @param gas the most that it may take of L2 gas
  public Execution(Programs programs, BlockContext block, Origin origin, long gas) {
    this.programs = programs;
    this.block = block;
    this.origin = origin;
    this.meter = new GasMeter(gas);
  }

  /// The L2 gas that it took.
  public long gas() {
    return meter.used();
  }

  /// Writes to the state where it succeeds, and leaves it as it is where it does not.
  public Result run(StateLayer state, Felt caller, Entry entry) {
    ContractFrame frame = frame(state, caller, entry);
    try {
      frame.run();
      return new Result.Done(frame.trace());
    } catch (ContractPanic panic) {
      return new Result.Failed(
          path.getLast().classHash().isZero()
              ? new Revert.NotDeployed(path)
              : new Revert.Panicked(path, panic.data()));
    }
  }

  /// What is called.
  public record Entry(Felt contract, Felt selector, List<Felt> calldata) {
    public Entry {
      calldata = List.copyOf(calldata);
    }
  }

  private ContractFrame frame(StateLayer below, Felt caller, Entry entry) {
    Felt classHash = below.read(StateCell.classHash(entry.contract()));
    CallSite site = new CallSite(caller, entry.contract(), classHash, entry.selector());
    return new ContractFrame(below, site, entry.calldata());
  }

  private void rise(ContractPanic panic, CallSite through) {
    List<CallSite> longer = new ArrayList<>(List.of(through));
    if (panic == risen) {
      longer.addAll(path);
    }
    risen = panic;
    path = longer;
  }

  /// One call. After it has ended its context is good for nothing.
  private final class ContractFrame implements DeployingContext {
    private final StateLayer below;
    private final StateLayer state;
    private final CallSite site;
    private final List<Felt> calldata;
    private final List<CallTrace> calls = new ArrayList<>();
    private final List<CallTrace.Emitted> events = new ArrayList<>();
    private CallTrace.@Nullable Ending ending;

    ContractFrame(StateLayer below, CallSite site, List<Felt> calldata) {
      this.below = below;
      this.state = new StateLayer(below);
      this.site = site;
      this.calldata = calldata;
    }

    List<Felt> run() {
      depth++;
      try {
        meter.take(GasUse.CALL + calldata.size() * GasUse.CALLDATA_WORD);
        List<Felt> words = List.copyOf(program().call(this, site.selector(), calldata));
        state.mergeInto(below);
        ending = new CallTrace.Ending(words, false);
        return words;
      } catch (ContractPanic panic) {
        throw panicked(panic);
      } catch (RuntimeException e) {
        LOG.warn("The program at {} has a mistake", site.contract(), e);
        throw panicked(ContractPanic.of("PROGRAM_FAULT"));
      } finally {
        depth--;
      }
    }

    private ContractProgram program() {
      if (depth > DEPTH_MAX) {
        throw ContractPanic.of("CALL_DEPTH");
      }
      ContractProgram program = programs.at(site.classHash());
      if (program == null) {
        throw ContractPanic.of("CONTRACT_NOT_DEPLOYED");
      }
      return program;
    }

    private ContractPanic panicked(ContractPanic panic) {
      ending = new CallTrace.Ending(panic.data(), true);
      rise(panic, site);
      return panic;
    }

    CallTrace trace() {
      CallTrace.Ending end = ending;
      if (end == null) {
        throw new IllegalStateException("the call goes on");
      }
      return new CallTrace(site, calldata, end, calls, end.panicked() ? List.of() : events);
    }

    @Override
    public Felt address() {
      return site.contract();
    }

    @Override
    public Felt caller() {
      return site.caller();
    }

    @Override
    public Felt account() {
      return origin.account();
    }

    @Override
    public Felt transactionHash() {
      return origin.hash();
    }

    @Override
    public long blockNumber() {
      return block.number();
    }

    @Override
    public long blockTimestamp() {
      return block.timestamp();
    }

    @Override
    public Felt read(Felt key) {
      meter.take(GasUse.READ);
      return state.read(StateCell.storage(site.contract(), key));
    }

    @Override
    public void write(Felt key, Felt value) {
      refuseAfterEnd();
      meter.take(GasUse.WRITE);
      state.write(StateCell.storage(site.contract(), key), value);
    }

    @Override
    public void emit(List<Felt> keys, List<Felt> data) {
      refuseAfterEnd();
      meter.take((1L + keys.size() + data.size()) * GasUse.EVENT_WORD);
      events.add(new CallTrace.Emitted(emitted++, new ChainEvent(site.contract(), keys, data)));
    }

    @Override
    public List<Felt> call(Felt contract, Felt selector, List<Felt> words) {
      refuseAfterEnd();
      ContractFrame callee = frame(state, site.contract(), new Entry(contract, selector, words));
      try {
        return callee.run();
      } finally {
        calls.add(callee.trace());
      }
    }

    @Override
    public void install(Felt contract, Felt classHash) {
      refuseAfterEnd();
      if (programs.at(classHash) == null) {
        throw ContractPanic.of("CLASS_NOT_DECLARED");
      }
      if (state.isContract(contract)) {
        throw ContractPanic.of("CONTRACT_ALREADY_DEPLOYED");
      }
      meter.take(GasUse.WRITE);
      state.write(StateCell.classHash(contract), classHash);
    }

    private void refuseAfterEnd() {
      if (ending != null) {
        throw new IllegalStateException("the call has ended");
      }
    }
  }
}
