package dev.playloop.worlds.eternum.view;

import static dev.playloop.worlds.eternum.index.IndexedGame.ADA;
import static dev.playloop.worlds.eternum.index.IndexedGame.GAME;
import static dev.playloop.worlds.eternum.index.IndexedGame.config;

import dev.playloop.worlds.eternum.index.IndexedGame;
import dev.playloop.worlds.eternum.model.state.EternumView;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A game that is indexed, and seen by one account.
abstract class SeenGame {
  static final long UNIT = 1_000_000_000L;

  IndexedGame indexed;
  EternumQueries queries;

  @BeforeEach
  void open() {
    indexed = new IndexedGame();
    queries = new EternumQueries(indexed.torii(), IndexedGame.game());
    indexed.block(config(GAME), config(8));
  }

  @AfterEach
  void close() {
    indexed.close();
  }

  <T extends EternumView> List<T> of(Class<T> type) throws InterruptedException {
    return queries.see(ADA).entities().stream().filter(type::isInstance).map(type::cast).toList();
  }
}
