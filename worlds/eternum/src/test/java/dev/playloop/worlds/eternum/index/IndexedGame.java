package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.eternum.index.sql.ToriiServer;
import dev.playloop.worlds.eternum.torii.ToriiClient;
import dev.playloop.worlds.eternum.torii.ToriiSelect;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A scripted chain, its index, the endpoint and a client of it: all but the thread, in whose place
/// a test takes the steps.
public final class IndexedGame implements AutoCloseable {
  public static final long GAME = 7;
  public static final Felt ADA = Felt.of(0xada);
  public static final Felt BOB = Felt.of(0xb0b);
  public static final long NOW = ScriptedChain.BEGAN;

  private final ScriptedChain chain = new ScriptedChain(1_000, 100);
  private final IndexFile file = IndexFile.temporary();
  private final GameIndexer indexer =
      new GameIndexer(chain, IndexedChain.of(chain.chainId(), ScriptedChain.WORLD), file);
  private ToriiServer server = ToriiServer.start(file.path(), 0, "none");
  private final ToriiClient torii =
      new ToriiClient(server.address(), ScriptedChain.WORLD, Duration.ofSeconds(20));

  public ScriptedChain chain() {
    return chain;
  }

  public ToriiClient torii() {
    return torii;
  }

  public ToriiServer server() {
    return server;
  }

  /// The endpoint again, where it was.
  public void serveAgain() {
    server = ToriiServer.start(file.path(), server.address().getPort(), "none");
  }

  public static ToriiSelect.Game game() {
    return new ToriiSelect.Game("s2", GAME);
  }

  /// A block with these events, indexed.
  public void block(ChainEvent... events) {
    chain.add(List.of(events));
    catchUp();
  }

  public void block(List<ChainEvent> events) {
    chain.add(events);
    catchUp();
  }

  /// Until the index is where the chain is.
  public void catchUp() {
    try {
      while (!(indexer.step() instanceof Indexing.Unchanged)) {
        // on
      }
    } catch (SQLException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// Ticks of a minute, days of 24 slots of an hour.
  public static ChainEvent config(long game) {
    return TestRecord.of("WorldConfig", game)
        .withText("name", "test")
        .with("tick_seconds", 60)
        .with("day_seconds", 86_400)
        .with("day_slots", 24)
        .with("stamina.max", 120)
        .with("stamina.gain_per_tick", 2)
        .set();
  }

  public static TestRecord structure(long id, Felt owner, long x, long y) {
    return TestRecord.of("Structure", GAME, id)
        .with("owner", owner)
        .with("base.category", 1)
        .with("base.level", 2)
        .with("base.coord_x", x)
        .with("base.coord_y", y);
  }

  public static TestRecord explorer(long id, long home, long x, long y) {
    return TestRecord.of("ExplorerTroops", GAME, id)
        .with("owner", home)
        .with("coord.x", x)
        .with("coord.y", y)
        .with("troops.category", 2)
        .with("troops.tier", 1)
        .with("troops.count", 50_000_000_000L)
        .with("troops.stamina.amount", 10)
        .with("troops.stamina.updated_tick", NOW / 60 - 5);
  }

  public static TestRecord balance(long entity, long type, long amount) {
    return TestRecord.of("Resource", GAME, entity, type).with("BALANCE", amount);
  }

  public static TestRecord story(long id, Felt owner, int kind, Felt transaction) {
    return TestRecord.of("StoryEvent", GAME, id)
        .with("owner.Some", owner)
        .with("story", kind)
        .with("tx_hash", transaction)
        .with("timestamp", NOW);
  }

  public static List<ChainEvent> events(TestRecord... records) {
    List<ChainEvent> events = new ArrayList<>();
    for (TestRecord each : records) {
      events.add(each.set());
    }
    return events;
  }

  @Override
  public void close() {
    torii.close();
    server.close();
    file.close();
  }
}
