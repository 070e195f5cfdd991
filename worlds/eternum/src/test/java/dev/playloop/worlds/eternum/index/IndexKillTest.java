package dev.playloop.worlds.eternum.index;

import static dev.playloop.worlds.eternum.index.ScriptedChain.WORLD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Await;
import dev.playloop.testkit.Guarantee;
import dev.playloop.worlds.chain.Felt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process that indexes is killed again and again, at any point; its successors go on.
@Guarantee
@Tag("slow")
class IndexKillTest {
  private static final int KILLS = 8;
  private static final int BLOCKS = 1_500;
  private static final long SEED = Long.getLong("index.seed", 15);

  @TempDir private Path folder;

  @Test
  void whoeverIsKilledGoesOnFromItsLastTransaction() throws Exception {
    Random random = new Random(SEED);
    long before = -1;
    for (int kill = 0; kill < KILLS; kill++) {
      Path log = folder.resolve("child-" + kill + ".log");
      Process child = child(log);
      try {
        Await.until("the child indexes", () -> lines(log) >= 2 || !child.isAlive());
        long after = random.nextInt(300); // a kill is at no point of its own choosing
        child.waitFor(after, TimeUnit.MILLISECONDS);
      } finally {
        child.destroyForcibly().waitFor();
      }
      long now = position();
      assertThat(now).as("seed %d, kill %d", SEED, kill).isGreaterThanOrEqualTo(before);
      before = now;
    }
    assertThat(before).isPositive();

    ScriptedChain chain = chain();
    IndexedChain what = indexed();
    try (IndexFile file = IndexFile.in(folder);
        IndexFile fresh = IndexFile.inMemory()) {
      toTheEnd(new GameIndexer(chain, what, file));
      toTheEnd(new GameIndexer(chain, what, fresh));
      assertThat(IndexDump.differences(file, fresh)).isEmpty();
    }
  }

  private Process child(Path log) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Child.class.getName(),
            folder.toString())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  private static long lines(Path log) {
    try {
      return Files.readString(log).lines().filter(line -> line.startsWith("step")).count();
    } catch (IOException e) {
      return 0;
    }
  }

  private long position() throws SQLException {
    try (IndexFile file = IndexFile.in(folder)) {
      IndexHead head = file.head(indexed().identity(file.models()));
      IndexHead.Position read = head == null ? null : head.read();
      return read == null ? -1 : read.number();
    }
  }

  private static IndexedChain indexed() {
    return new IndexedChain(Felt.shortString("SCRIPTED"), WORLD, 0, BLOCKS + 1);
  }

  /// The same blocks in every process.
  private static ScriptedChain chain() {
    ScriptedChain chain = new ScriptedChain(1, 50);
    RandomEvents events = new RandomEvents(new Random(SEED));
    for (int i = 0; i < BLOCKS; i++) {
      chain.add(events.some(30));
    }
    return chain;
  }

  private static void toTheEnd(GameIndexer indexer) throws SQLException, InterruptedException {
    while (!(indexer.step() instanceof Indexing.Unchanged)) {
      // on
    }
  }

  /// What is killed.
  static final class Child {
    private Child() {}

    public static void main(String[] args) throws Exception {
      try (IndexFile file = IndexFile.in(Path.of(args[0]))) {
        GameIndexer indexer = new GameIndexer(chain(), indexed(), file);
        while (!(indexer.step() instanceof Indexing.Unchanged)) {
          System.out.println("step");
        }
      }
    }
  }
}
