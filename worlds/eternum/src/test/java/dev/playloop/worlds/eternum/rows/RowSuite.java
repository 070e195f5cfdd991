package dev.playloop.worlds.eternum.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  private final Map<String, Long> shared = new HashMap<>();

  private void play(RowModels models, RowFile.Row row) throws InterruptedException {
    String board = row.sharedBoard();
    Long made = board == null ? null : shared.get(board);
    long game = made == null ? GAMES.incrementAndGet() : made;
    RowPlayer player = new RowPlayer(chain(), models, game);
    if (made == null) {
      player.prepare(row.steps());
    }
    if (board != null) {
      shared.put(board, game);
    }
    player.play(row);
  }

  @TestFactory
  List<DynamicContainer> everyRow() throws IOException {
    String wanted = System.getProperty("playloop.rows", "");
    RowModels models = new RowModels();
    List<DynamicContainer> files = new ArrayList<>();
    for (RowFile file : RowFile.all()) {
      List<DynamicTest> rows = new ArrayList<>();
      for (RowFile.Row row : file.rows()) {
        if ((file.name() + " " + row.name()).contains(wanted)) {
          rows.add(DynamicTest.dynamicTest(row.name(), () -> play(models, row)));
        }
      }
      files.add(DynamicContainer.dynamicContainer(file.name(), rows));
    }
    return files;
  }
}
