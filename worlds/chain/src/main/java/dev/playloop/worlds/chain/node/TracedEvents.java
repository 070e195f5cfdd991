package dev.playloop.worlds.chain.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The events of a trace: each call has its own, and those of the calls it makes. Throws
/// [NodeUnavailable] for what is no trace, or has more than a transaction can.
final class TracedEvents {
  /// Calls within calls.
  private static final int DEPTH = 64;

  private static final int EVENTS = 10_000;

  private final List<Ordered> all = new ArrayList<>();

  private record Ordered(long order, ChainEvent event) {}

  private TracedEvents() {}

  /// In the order in which they would be emitted.
  static List<ChainEvent> of(RpcValue call) {
    TracedEvents found = new TracedEvents();
    found.read(call, 1);
    found.all.sort(Comparator.comparingLong(Ordered::order));
    return found.all.stream().map(Ordered::event).toList();
  }

  private void read(RpcValue call, int depth) {
    if (depth > DEPTH) {
      throw call.wrong("at most " + DEPTH + " calls within each other");
    }
    RpcValue events = call.optional("events");
    if (events != null) {
      events.list(event -> add(call, event));
    }
    RpcValue calls = call.optional("calls");
    if (calls != null) {
      calls.list(inner -> {
        read(inner, depth + 1);
        return inner;
      });
    }
  }

  private boolean add(RpcValue call, RpcValue event) {
    if (all.size() == EVENTS) {
      throw call.wrong("at most " + EVENTS + " events");
    }
    return all.add(
        new Ordered(
            event.field("order").number(),
            new ChainEvent(
                call.field("contract_address").felt(),
                event.field("keys").felts(),
                event.field("data").felts())));
  }
}
