package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.chain.simulator.pool.ChainRefusal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A page of events in the order of the chain.
///
/// @param next where the next page begins; null: this is the last one
public record FoundEvents(List<Found> events, @Nullable String next) {
  public FoundEvents {
    events = List.copyOf(events);
  }

  /// Where an event lies.
  ///
  /// @param block null while it is in none
  public record Found(ChainEvent event, Felt transaction, Spot spot, @Nullable ChainBlock block) {}

  /// Where a page goes on.
  public record Spot(long block, int transaction, int event) implements Comparable<Spot> {
    private static final int PARTS = 3;

    String token() {
      return block + "-" + transaction + "-" + event;
    }

    /// Throws [ChainRefusal] where it is none of ours.
    static Spot of(String token) {
      String[] parts = token.split("-", PARTS + 1);
      if (parts.length != PARTS || token.length() > 48) {
        throw ChainRefusal.badToken();
      }
      try {
        return new Spot(
            Long.parseUnsignedLong(parts[0]),
            Integer.parseUnsignedInt(parts[1]),
            Integer.parseUnsignedInt(parts[2]));
      } catch (NumberFormatException e) {
        throw ChainRefusal.badToken();
      }
    }

    @Override
    public int compareTo(Spot other) {
      int blocks = Long.compareUnsigned(block, other.block);
      int transactions = Integer.compareUnsigned(transaction, other.transaction);
      return blocks != 0
          ? blocks
          : transactions != 0 ? transactions : Integer.compareUnsigned(event, other.event);
    }
  }

  /// Collects a page.
  static final class Page {
    private final EventFilter filter;
    private final Spot start;
    private final int size;
    private final List<Found> found = new ArrayList<>();
    private @Nullable Spot next;

    Page(EventFilter filter, Spot start, int size) {
      this.filter = filter;
      this.start = start;
      this.size = size;
    }

    /// Looks through a block's transactions; false once the page is full.
    boolean take(long number, List<Executed> executed, @Nullable ChainBlock block) {
      for (int i = 0; i < executed.size(); i++) {
        List<ChainEvent> events = executed.get(i).events();
        for (int j = 0; j < events.size(); j++) {
          Spot spot = new Spot(number, i, j);
          if (spot.compareTo(start) < 0 || !filter.matches(events.get(j))) {
            continue;
          }
          if (found.size() == size) {
            next = spot;
            return false;
          }
          found.add(new Found(events.get(j), executed.get(i).hash(), spot, block));
        }
      }
      return true;
    }

    FoundEvents found() {
      return new FoundEvents(found, next == null ? null : next.token());
    }
  }
}
