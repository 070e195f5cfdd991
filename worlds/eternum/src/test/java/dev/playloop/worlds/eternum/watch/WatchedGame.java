package dev.playloop.worlds.eternum.watch;

import static dev.playloop.worlds.eternum.index.IndexedGame.ADA;
import static dev.playloop.worlds.eternum.index.IndexedGame.GAME;
import static dev.playloop.worlds.eternum.index.IndexedGame.NOW;
import static dev.playloop.worlds.eternum.index.IndexedGame.config;
import static dev.playloop.worlds.eternum.index.IndexedGame.story;
import static dev.playloop.worlds.eternum.index.IndexedGame.structure;

import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.event.WorldEvent.EntityPut;
import dev.playloop.schemas.event.WorldEvent.Happening;
import dev.playloop.testkit.TurnedClock;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.Finality;
import dev.playloop.worlds.chain.node.TransactionStatus;
import dev.playloop.worlds.eternum.index.IndexedGame;
import dev.playloop.worlds.model.WorldSource.Batch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A game that is indexed and watched for one account.
abstract class WatchedGame {
  static final Felt SENT = Felt.of(0x5e27);

  /// How many blocks must lie behind what makes a transaction impossible.
  static final int DEPTH = 2;

  private static final TransactionStatus IN_BLOCK =
      new TransactionStatus(Finality.ACCEPTED_ON_L2, false, null);

  final TurnedClock clock = TurnedClock.at(Instant.ofEpochSecond(NOW));
  IndexedGame indexed;
  EternumWatcher watcher;
  @Nullable String cursor;

  @BeforeEach
  void open() {
    indexed = new IndexedGame();
    indexed.block(config(GAME), structure(10, ADA, 100, 200).set());
    watcher = watcher();
  }

  EternumWatcher watcher() {
    return new EternumWatcher(
        indexed.torii(),
        IndexedGame.game(),
        List.of(ADA),
        new WatchedChain(indexed.chain(), DEPTH),
        new EternumWatcher.Pace(Duration.ZERO, System::nanoTime, clock));
  }

  @AfterEach
  void close() {
    watcher.close();
    indexed.close();
  }

  /// Its nonce is 4; one with nonce 5 has landed with it.
  void land() {
    indexed.chain().setNonce(ADA, 6);
    indexed.chain().setNonceOf(SENT, 4);
    indexed.chain().setStatus(SENT, IN_BLOCK);
    indexed.block(story(900, ADA, 10, SENT).with("entity_id.Some", 20).set());
  }

  void lose(int blocks) {
    indexed.chain().abort(blocks);
    indexed.chain().setNonce(ADA, 3);
    indexed.chain().setStatus(SENT, null);
    indexed.block();
  }

  List<WorldEvent> all() throws InterruptedException {
    Batch batch = watcher.poll(cursor, 500);
    cursor = batch.cursor();
    return batch.events();
  }

  static List<String> put(List<WorldEvent> events) {
    return events.stream()
        .map(WorldEvent::change)
        .filter(EntityPut.class::isInstance)
        .map(change -> ((EntityPut) change).entity())
        .toList();
  }

  static List<Happening> happenings(List<WorldEvent> events) {
    return events.stream()
        .map(WorldEvent::change)
        .filter(Happening.class::isInstance)
        .map(Happening.class::cast)
        .toList();
  }
}
