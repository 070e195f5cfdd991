package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractPanic;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The least that runs contracts in Java: no fees, no signatures, no nonces, one transaction a
/// block. For the tests of rules, which are played thousands of times; for one thread.
final class RulesChain {
  /// What was emitted by whom.
  record Emitted(Felt from, List<Felt> keys, List<Felt> data) {}

  /// What came of a transaction.
  sealed interface Played {
    /// What each call returned, and all events.
    record Kept(List<List<Felt>> returned, List<Emitted> events) implements Played {}

    /// All is undone.
    record Undone(List<Felt> panic) implements Played {
      String text() {
        return PanicText.of(panic);
      }
    }
  }

  private record Place(Felt contract, Felt key) {}

  private final Map<Felt, ContractProgram> programs = new HashMap<>();
  private final Map<Place, Felt> storage = new HashMap<>();
  private final Map<Place, Felt> before = new HashMap<>();
  private final List<Emitted> events = new ArrayList<>();
  private long block;
  private long timestamp = 1_000_000;
  private Felt account = Felt.ZERO;
  private Felt hash = Felt.ZERO;

  /// A contract without a constructor has no calldata.
  void deploy(Felt address, ContractProgram program, List<Felt> calldata) {
    programs.put(address, program);
    if (!calldata.isEmpty()) {
      program.call(new Inside(address, Felt.ZERO), Selector.of("constructor"), calldata);
    }
  }

  long timestamp() {
    return timestamp;
  }

  /// The next block is so many seconds later.
  void pass(long seconds) {
    timestamp += seconds;
  }

  /// One transaction in a block of its own, now.
  Played execute(Felt from, List<ContractCall> calls) {
    return execute(from, calls, new Moment(timestamp, Felt.of(0xabc000 + block)));
  }

  /// When, and under what hash, another chain played the same.
  record Moment(long timestamp, Felt hash) {}

  Played execute(Felt from, List<ContractCall> calls, Moment moment) {
    account = from;
    timestamp = moment.timestamp;
    hash = moment.hash;
    block++;
    before.clear();
    events.clear();
    List<List<Felt>> returned = new ArrayList<>();
    try {
      for (ContractCall call : calls) {
        returned.add(enter(from, call.to(), call.selector(), call.calldata()));
      }
      return new Played.Kept(returned, List.copyOf(events));
    } catch (ContractPanic panic) {
      storage.putAll(before);
      return new Played.Undone(panic.data());
    }
  }

  List<Felt> read(Felt contract, String entrypoint, List<Felt> calldata) {
    account = Felt.ZERO;
    hash = Felt.ZERO;
    return enter(Felt.ZERO, contract, Selector.of(entrypoint), calldata);
  }

  private List<Felt> enter(Felt caller, Felt contract, Felt selector, List<Felt> calldata) {
    ContractProgram program = programs.get(contract);
    if (program == null) {
      throw ContractPanic.of("CONTRACT_NOT_DEPLOYED");
    }
    return program.call(new Inside(contract, caller), selector, calldata);
  }

  private final class Inside implements ContractContext {
    private final Felt address;
    private final Felt caller;

    Inside(Felt address, Felt caller) {
      this.address = address;
      this.caller = caller;
    }

    @Override
    public Felt address() {
      return address;
    }

    @Override
    public Felt caller() {
      return caller;
    }

    @Override
    public Felt account() {
      return account;
    }

    @Override
    public Felt transactionHash() {
      return hash;
    }

    @Override
    public long blockNumber() {
      return block;
    }

    @Override
    public long blockTimestamp() {
      return timestamp;
    }

    @Override
    public Felt read(Felt key) {
      return storage.getOrDefault(new Place(address, key), Felt.ZERO);
    }

    @Override
    public void write(Felt key, Felt value) {
      before.putIfAbsent(new Place(address, key), read(key));
      storage.put(new Place(address, key), value);
    }

    @Override
    public void emit(List<Felt> keys, List<Felt> data) {
      events.add(new Emitted(address, List.copyOf(keys), List.copyOf(data)));
    }

    @Override
    public List<Felt> call(Felt contract, Felt selector, List<Felt> calldata) {
      try {
        return enter(address, contract, selector, calldata);
      } catch (ContractPanic panic) {
        List<Felt> data = new ArrayList<>(panic.data());
        data.add(Felt.shortString("ENTRYPOINT_FAILED"));
        throw new ContractPanic(data);
      }
    }
  }
}
