package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.ChainEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A call that has ended, with all that it called. Immutable.
public record CallTrace(
    CallSite site,
    List<Felt> calldata,
    Ending ending,
    List<CallTrace> calls,
    List<Emitted> events) {
  public CallTrace {
    calldata = List.copyOf(calldata);
    calls = List.copyOf(calls);
    events = List.copyOf(events);
  }

  /// What it returned, or what it panicked with, which its caller has caught.
  public record Ending(List<Felt> words, boolean panicked) {
    public Ending {
      words = List.copyOf(words);
    }
  }

  /// An event and its place among those of the transaction.
  public record Emitted(int order, ChainEvent event) {}

  /// All events below, in order, without those of calls that panicked.
  public List<ChainEvent> allEvents() {
    List<Emitted> all = new ArrayList<>();
    collect(all);
    all.sort(Comparator.comparingInt(Emitted::order));
    return all.stream().map(Emitted::event).toList();
  }

  private void collect(List<Emitted> all) {
    if (ending.panicked()) {
      return;
    }
    all.addAll(events);
    calls.forEach(call -> call.collect(all));
  }
}
