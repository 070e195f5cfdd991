package dev.playloop.worlds.eternum.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Each row beside the contracts, played on one chain: what lands, and every refusal. Each row has
/// a game of its own, so that rows see nothing of each other. `-Dplayloop.rows=<text>` plays only
/// those whose file's name and own name hold the text.
public abstract class RowSuite {
  private static final AtomicLong GAMES = new AtomicLong();

  /// The same chain each time.
  protected abstract GameChain chain() throws InterruptedException;

  @TestFactory
  List<DynamicContainer> everyRow() throws IOException {
    String wanted = System.getProperty("playloop.rows", "");
    RowModels models = new RowModels();
    List<DynamicContainer> files = new ArrayList<>();
    for (RowFile file : RowFile.all()) {
      List<DynamicTest> rows = new ArrayList<>();
      for (RowFile.Row row : file.rows()) {
        if ((file.name() + " " + row.name()).contains(wanted)) {
          rows.add(
              DynamicTest.dynamicTest(
                  row.name(),
                  () -> new RowPlayer(chain(), models, GAMES.incrementAndGet()).play(row)));
        }
      }
      files.add(DynamicContainer.dynamicContainer(file.name(), rows));
    }
    return files;
  }
}
