package dev.playloop.worlds.eternum.index;

import static dev.playloop.worlds.eternum.index.ScriptedChain.WORLD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Effort;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import java.sql.SQLException;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Whatever happens to a chain and to the node that tells of it, the index is in the end that of
/// the chain as it is then.
@Tag("slow")
class IndexHistoriesTest {
  private static final int HISTORIES = Effort.of(300);
  private static final int DEPTH = 6;
  private static final IndexedChain CHAIN =
      new IndexedChain(Felt.shortString("SCRIPTED"), WORLD, 0, DEPTH);

  @Test
  void afterAnyHistoryTheTablesAreThoseOfAFreshIndex() throws Exception {
    long begun = Long.getLong("index.seed", 15_000);
    long wentBack = 0;
    long skipped = 0;
    for (long seed = begun; seed < begun + HISTORIES; seed++) {
      try {
        History history = new History(seed);
        history.play();
        wentBack += history.wentBack;
        skipped += history.skipped;
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("history of -Dindex.seed=" + seed, e);
      }
    }
    System.out.printf(
        "%d histories from seed %d: %d times back, %d events left out%n",
        HISTORIES, begun, wentBack, skipped);
    assertThat(wentBack).isGreaterThan(HISTORIES / 2);
    assertThat(skipped).isGreaterThan(HISTORIES);
  }

  private static final class History {
    private final Random random;
    private final ScriptedChain chain;
    private final RandomEvents events;
    private long wentBack;
    private long skipped;

    History(long seed) {
      random = new Random(seed);
      chain = new ScriptedChain(seed << 20, random.nextInt(1, 6));
      if (seed % 2 == 1) {
        chain.hashesSayNothing();
      }
      events = new RandomEvents(random);
    }

    void play() throws Exception {
      try (IndexFile file = IndexFile.inMemory();
          IndexFile fresh = IndexFile.inMemory()) {
        GameIndexer indexer = new GameIndexer(chain, CHAIN, file);
        for (int i = random.nextInt(4, 20); i > 0; i--) {
          change();
          if (random.nextInt(3) == 0) {
            chain.before(random.nextInt(6), this::interfere);
          }
          for (int steps = random.nextInt(4); steps > 0; steps--) {
            step(indexer);
          }
          if (random.nextInt(8) == 0) { // a process that was killed, and its successor
            indexer = new GameIndexer(chain, CHAIN, file);
          }
        }
        chain.quiet();
        toTheEnd(indexer);
        toTheEnd(new GameIndexer(chain, CHAIN, fresh));
        assertThat(IndexDump.differences(file, fresh)).isEmpty();
      }
    }

    private void change() {
      if (random.nextInt(4) == 0) {
        chain.abort(random.nextInt(1, random.nextInt(5) == 0 ? DEPTH + 4 : DEPTH));
      }
      for (int blocks = random.nextInt(5); blocks > 0; blocks--) {
        chain.add(events.some(6));
      }
    }

    /// Between two questions of one step.
    private void interfere() {
      switch (random.nextInt(3)) {
        case 0 -> throw new NodeUnavailable("away", null);
        case 1 -> change();
        default -> {
          chain.abort(random.nextInt(1, 3));
          chain.add(events.some(3));
        }
      }
    }

    private void step(GameIndexer indexer) throws SQLException, InterruptedException {
      long before = indexer.counts().skipped();
      try {
        if (indexer.step() instanceof Indexing.WentBack) {
          wentBack++;
        }
      } catch (NodeUnavailable e) {
        assertThat(e).hasMessage("away");
      }
      skipped += indexer.counts().skipped() - before;
    }

    private void toTheEnd(GameIndexer indexer) throws SQLException, InterruptedException {
      for (int i = 0; i < 1_000; i++) {
        if (indexer.step() instanceof Indexing.Unchanged) {
          return;
        }
      }
      throw new AssertionError("the index never comes to the end of the chain");
    }
  }
}
