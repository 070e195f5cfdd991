package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.BlockHeader;
import dev.playloop.worlds.chain.node.EventPage;
import dev.playloop.worlds.chain.node.EventPage.Placed;
import dev.playloop.worlds.chain.node.EventQuery;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.chain.node.StarknetNode;
import java.sql.SQLException;
import java.util.List;

/// Reads the events of some blocks into an index, page by page.
final class BlockReading {
  static final int PAGE = 1_000;

  /// Pages of one reading: a node that never comes to an end is stopped.
  private static final int PAGES = 10_000;

  private final StarknetNode node;
  private final Felt world;
  private final IndexFile file;
  private final SkippedEvents skipped;
  private long applied;

  BlockReading(StarknetNode node, Felt world, IndexFile file, SkippedEvents skipped) {
    this.node = node;
    this.world = world;
    this.file = file;
    this.skipped = skipped;
  }

  /// Events that made or removed records so far.
  long applied() {
    return applied;
  }

  /// Reads from a block to that of the last header. Where these are the headers of all blocks
  /// between, in order, what is changed can be undone. False where an event lies in another block
  /// than these: then the chain has changed. Within a transaction.
  boolean read(long from, List<BlockHeader> headers) throws SQLException, InterruptedException {
    long to = headers.getLast().number();
    boolean all = headers.size() == to - from + 1;
    String next = null;
    long before = from;
    for (int i = 0; i < PAGES; i++) {
      EventPage page = node.events(new EventQuery(world, from, to, next, PAGE));
      for (Placed event : page.events()) {
        Long number = event.blockNumber();
        if (number == null || number < before || number > to) {
          return false;
        }
        if (all && !isIn(event, headers.get((int) (number - from)))) {
          return false;
        }
        before = number;
        apply(event, number, all);
      }
      String following = page.next();
      if (following == null) {
        return true;
      }
      if (following.equals(next)) {
        break;
      }
      next = following;
    }
    throw new NodeUnavailable("the node's pages of events have no end", null);
  }

  private static boolean isIn(Placed event, BlockHeader header) {
    Felt hash = event.blockHash();
    return hash != null && hash.equals(header.hash());
  }

  private void apply(Placed placed, long block, boolean undoable) throws SQLException {
    if (!placed.event().from().equals(world)) {
      skipped.add(placed, "an event of a foreign contract");
      return;
    }
    try {
      file.records().apply(RecordChange.of(placed.event(), file.models()), block, undoable);
      applied++;
    } catch (UnreadableEvent e) {
      skipped.add(placed, String.valueOf(e.getMessage()));
    }
  }
}
