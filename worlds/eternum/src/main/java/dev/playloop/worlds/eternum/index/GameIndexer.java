package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.chain.node.BlockHeader;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.chain.node.StarknetNode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows the game's contract into an [IndexFile]. Each step looks at the chain's newest block,
/// which is all that it costs where nothing has changed; else it reads some blocks, or goes back
/// from blocks that are no longer the chain's. Rows and position change in one transaction: whoever
/// is killed in a step goes on from the one before.
///
/// Blocks within the depth are read with their headers, so that each stands on the one before it,
/// and their changes are kept to be undone; those deeper down are read by their numbers alone. What
/// makes no record is counted and left out. Used by one thread at a time, [IndexerThread] for one.
final class GameIndexer {
  private static final Logger LOG = LoggerFactory.getLogger(GameIndexer.class);

  /// Blocks of one step within the depth, and below it.
  private static final int NEAR = 64;

  private static final int DEEP = 2_000;

  private final StarknetNode node;
  private final IndexedChain chain;
  private final IndexFile file;
  private final String identity;
  private final SkippedEvents skipped = new SkippedEvents();
  private final BlockReading reading;

  /// `file` belongs to the caller.
  GameIndexer(StarknetNode node, IndexedChain chain, IndexFile file) {
    this.node = node;
    this.chain = chain;
    this.file = file;
    this.identity = chain.identity(file.models());
    this.reading = new BlockReading(node, chain.world(), file, skipped);
  }

  /// One step. Throws [NodeUnavailable] and [dev.playloop.worlds.chain.node.NodeRefusal] where the
  /// node does not answer, and [SQLException] where the file can't be written; nothing is kept
  /// then.
  Indexing step() throws InterruptedException, SQLException {
    BlockHeader latest = node.latest();
    IndexHead head = file.head(identity);
    if (head == null) {
      return anew("a chain that was not read before");
    }
    IndexHead.Position read = head.read();
    if (read == null) {
      return latest.number() < chain.fromBlock()
          ? new Indexing.Unchanged()
          : read(chain.fromBlock(), null, latest);
    }
    if (latest.contentHash().equals(read.hash())) {
      return new Indexing.Unchanged();
    }
    return latest.number() > read.number() ? read(read.number() + 1, read, latest) : back();
  }

  private Indexing anew(String why) throws InterruptedException, SQLException {
    BlockHeader genesis = node.block(0);
    if (genesis == null) {
      throw new NodeUnavailable("the node has no first block", null);
    }
    LOG.info("the index begins anew: {}", why);
    file.beginAnew(chain.world(), genesis.hash(), identity);
    return new Indexing.Anew(why);
  }

  private Indexing read(long from, IndexHead.@Nullable Position before, BlockHeader latest)
      throws InterruptedException, SQLException {
    long settled = latest.number() - chain.depth();
    return from <= settled
        ? deep(from, before, Math.min(from + DEEP - 1, settled), latest)
        : near(from, before, Math.min(from + NEAR - 1, latest.number()), latest);
  }

  private Indexing deep(long from, IndexHead.@Nullable Position before, long to, BlockHeader latest)
      throws InterruptedException, SQLException {
    BlockHeader last = node.block(to);
    if (last == null) {
      return new Indexing.Moved();
    }
    return kept(from, before, List.of(last), latest);
  }

  private Indexing near(long from, IndexHead.@Nullable Position before, long to, BlockHeader latest)
      throws InterruptedException, SQLException {
    List<BlockHeader> headers = new ArrayList<>();
    for (long number = from; number <= to; number++) {
      BlockHeader header = number == latest.number() ? latest : node.block(number);
      if (header == null || header.number() != number) {
        return new Indexing.Moved();
      }
      if (!headers.isEmpty() && !header.parent().equals(headers.getLast().hash())) {
        return new Indexing.Moved();
      }
      headers.add(header);
    }
    return kept(from, before, headers, latest);
  }

  /// Keeps all or nothing of the blocks up to the last header's: this one, and that before all of
  /// them, must still be there when all is read.
  private Indexing kept(
      long from, IndexHead.@Nullable Position before, List<BlockHeader> headers, BlockHeader latest)
      throws InterruptedException, SQLException {
    BlockHeader last = headers.getLast();
    boolean kept =
        file.db()
            .inTransaction(() -> {
              if (!reading.read(from, headers)
                  || (before != null && !isThere(before))
                  || !isThere(position(last))) {
                return false;
              }
              for (BlockHeader header : headers) {
                file.read(header);
              }
              file.settle(Math.min(latest.number() - chain.depth(), last.number()));
              return true;
            });
    if (kept) {
      return new Indexing.Read(last.number(), last.number() < latest.number());
    }
    return before == null || isThere(before) ? new Indexing.Moved() : back();
  }

  /// Goes back to the newest block that is still the chain's.
  private Indexing back() throws InterruptedException, SQLException {
    for (IndexHead.Position block : file.blocks()) {
      if (isThere(block)) {
        file.db()
            .inTransaction(() -> {
              file.backTo(block.number());
              return true;
            });
        LOG.info("the chain was reorganised; the index is back at block {}", block.number());
        return new Indexing.WentBack(block.number());
      }
    }
    return anew("the chain is another one, or was replaced deeper than is kept");
  }

  private boolean isThere(IndexHead.Position block) throws InterruptedException {
    BlockHeader now = node.block(block.number());
    return now != null && now.contentHash().equals(block.hash());
  }

  private static IndexHead.Position position(BlockHeader block) {
    return new IndexHead.Position(block.number(), block.contentHash());
  }

  IndexCounts counts() {
    return new IndexCounts(reading.applied(), skipped.count(), skipped.reasons());
  }
}
