package dev.playloop.worlds.eternum.index;

import static dev.playloop.worlds.eternum.index.ScriptedChain.WORLD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.testkit.Await;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One step after the other.
class GameIndexerTest {
  private static final Felt OWNER = Felt.of(0xada);
  private static final String PADDED = "0x" + "0".repeat(61) + "ada";

  @TempDir private Path folder;

  private final ScriptedChain chain = new ScriptedChain(1, 2);
  private final IndexedChain what = IndexedChain.of(chain.chainId(), WORLD);

  @Test
  void rowsHaveTheFormsThatToriiGivesThem() throws Exception {
    chain.add(
        List.of(
            TestRecord.of("Structure", 7, 10)
                .with("owner", OWNER)
                .with("base.category", 3)
                .with("base.level", 2)
                .with("base.created_at", 255)
                .with("troop_guards.delta.tier", 1)
                .with("troop_guards.delta.count", 4_096)
                .withText("metadata.name", "Home")
                .set(),
            TestRecord.of("Tile", 7, 1, 2).with("biome", 3).set(),
            TestRecord.of("Building", 7, 10, 1, 1).with("category", 3).with("paused", 1).set(),
            TestRecord.of("ResourceArrival", 7, 10, 300, 5).withList("resources", 3, 16).set(),
            TestRecord.of("Resource", 7, 10, 3).with("BALANCE", 16).set(),
            TestRecord.of("Resource", 7, 10, 37)
                .with("BALANCE", 1)
                .with("PRODUCTION.building_count", 2)
                .set()));
    try (IndexFile file = IndexFile.inMemory()) {
      toTheEnd(new GameIndexer(chain, what, file));

      assertThat(
              row(
                  file,
                  "Structure",
                  "owner",
                  "base.category",
                  "base.level",
                  "base.created_at",
                  "troop_guards.delta.tier",
                  "troop_guards.delta.count",
                  "metadata.name"))
          .isEqualTo(PADDED + "|Bank|2|0x00000000000000ff|T2|0x" + "0".repeat(28) + "1000|Home");
      assertThat(row(file, "Tile", "game_id", "col", "row", "biome", "internal_updated_block"))
          .isEqualTo("7|1|2|Beach|1");
      assertThat(row(file, "Building", "category", "paused")).isEqualTo("ResourceStone|1");
      assertThat(row(file, "ResourceArrival", "day", "slot", "resources"))
          .isEqualTo(
              "0x000000000000012c|5|[{\"resource_type\":3,\"amount\":\"0x%s10\"}]"
                  .formatted("0".repeat(30)));
      assertThat(
              row(
                  file,
                  "Resource",
                  "entity_id",
                  "WOOD_BALANCE",
                  "LORDS_BALANCE",
                  "LORDS_PRODUCTION.building_count",
                  "STONE_BALANCE"))
          .isEqualTo(
              "10|0x%s10|0x%s1|2|0x%s".formatted("0".repeat(30), "0".repeat(31), "0".repeat(32)));
    }
  }

  @Test
  void aLookCostsOneQuestionWhereNothingHasChanged() throws Exception {
    chain.add(List.of());
    try (IndexFile file = IndexFile.inMemory()) {
      GameIndexer indexer = new GameIndexer(chain, what, file);
      toTheEnd(indexer);
      int before = chain.calls();
      assertThat(indexer.step()).isEqualTo(new Indexing.Unchanged());
      assertThat(chain.calls() - before).isEqualTo(1);
    }
  }

  @Test
  void whatNoHonestContractEmitsIsCountedAndLeftOut() throws Exception {
    ChainEvent honest = TestRecord.of("Tile", 7, 1, 1).with("biome", 1).set();
    List<Felt> keys = honest.keys();
    Felt huge = Felt.mod(BigInteger.ONE.negate());
    chain.add(
        List.of(
            new ChainEvent(Felt.of(5), keys, honest.data()),
            new ChainEvent(WORLD, List.of(), List.of()),
            new ChainEvent(WORLD, List.of(keys.get(0), Felt.of(9), keys.get(2)), honest.data()),
            new ChainEvent(WORLD, List.of(Felt.of(9), keys.get(1), keys.get(2)), honest.data()),
            new ChainEvent(WORLD, keys, List.of()),
            new ChainEvent(WORLD, keys, List.of(huge)),
            new ChainEvent(WORLD, keys, GameEvents.words(3, 7, 1, 1, 2, 1)),
            new ChainEvent(WORLD, keys, GameEvents.words(3, 7, 1, 1, 3, 99, 0, 0)),
            new ChainEvent(WORLD, keys, GameEvents.words(3, 7, 1, 1, 3, 1, 0, 0, 0)),
            new ChainEvent(
                WORLD, keys, GameEvents.data(List.of(huge, huge, huge), GameEvents.words(1, 0, 0))),
            new ChainEvent(WORLD, keys, honest.data()),
            new ChainEvent(WORLD, List.of(keys.get(0), keys.get(1), Felt.of(4)), honest.data()),
            new ChainEvent(WORLD, keys, GameEvents.words(3, 7, 1, 2, 3, 1, 0, 0)),
            GameEvents.emitted("Tile", GameEvents.words(7, 2, 2), GameEvents.words(1, 0, 0)),
            GameEvents.set("StoryEvent", GameEvents.words(7, 2), GameEvents.words(1))));
    try (IndexFile file = IndexFile.inMemory()) {
      GameIndexer indexer = new GameIndexer(chain, what, file);
      toTheEnd(indexer);

      assertThat(indexer.counts().applied()).isEqualTo(1);
      assertThat(indexer.counts().skipped()).isEqualTo(14);
      assertThat(indexer.counts().reasons())
          .containsKeys(
              "an event of a foreign contract",
              "an unknown model",
              "too few words",
              "too many words",
              "a variant out of range",
              "keys that have another id",
              "an id that has other keys");
      assertThat(row(file, "Tile", "col", "row", "biome")).isEqualTo("1|1|DeepOcean");
    }
  }

  @Test
  void anotherChainStartsTheFileAnew() throws Exception {
    chain.add(List.of(TestRecord.of("Tile", 7, 1, 1).with("biome", 1).set()));
    ScriptedChain other = new ScriptedChain(5_000, 2);
    try (IndexFile file = IndexFile.in(folder)) {
      toTheEnd(new GameIndexer(chain, what, file));
    }
    try (IndexFile file = IndexFile.in(folder);
        IndexFile fresh = IndexFile.inMemory()) {
      GameIndexer indexer = new GameIndexer(other, what, file);
      assertThat(indexer.step()).isInstanceOf(Indexing.Anew.class);
      toTheEnd(indexer);
      toTheEnd(new GameIndexer(other, what, fresh));
      assertThat(IndexDump.differences(file, fresh)).isEmpty();
    }
  }

  @Test
  void anotherContractOrAnotherBeginningStartsTheFileAnew() throws Exception {
    chain.add(List.of(TestRecord.of("Tile", 7, 1, 1).with("biome", 1).set()));
    try (IndexFile file = IndexFile.inMemory()) {
      toTheEnd(new GameIndexer(chain, what, file));
      GameIndexer other =
          new GameIndexer(chain, new IndexedChain(chain.chainId(), WORLD, 2, 5), file);
      assertThat(other.step()).isInstanceOf(Indexing.Anew.class);
      toTheEnd(other);
      assertThat(count(file, "s2-Tile")).isZero();
    }
  }

  @Test
  void aBlockThatIsGoneLeavesNoTrace() throws Exception {
    chain.add(
        List.of(
            TestRecord.of("Tile", 7, 1, 1).with("biome", 1).set(),
            TestRecord.of("Resource", 7, 10, 3).with("BALANCE", 16).set()));
    try (IndexFile file = IndexFile.inMemory();
        IndexFile fresh = IndexFile.inMemory()) {
      GameIndexer indexer = new GameIndexer(chain, what, file);
      toTheEnd(indexer);
      chain.add(
          List.of(
              TestRecord.of("Tile", 7, 1, 1).gone(),
              TestRecord.of("Tile", 7, 2, 2).with("biome", 2).set(),
              TestRecord.of("Resource", 7, 10, 3).with("BALANCE", 1).set(),
              TestRecord.of("Resource", 7, 10, 4).with("BALANCE", 1).set()));
      toTheEnd(indexer);
      chain.abort(1);
      chain.add(List.of());
      assertThat(indexer.step()).isEqualTo(new Indexing.WentBack(1));
      toTheEnd(indexer);
      toTheEnd(new GameIndexer(chain, what, fresh));
      assertThat(IndexDump.differences(file, fresh)).isEmpty();
      assertThat(row(file, "Tile", "col", "row", "biome")).isEqualTo("1|1|DeepOcean");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void whatTookABlocksPlaceIsNotTakenForIt(int others) throws Exception {
    chain.hashesSayNothing();
    chain.add(List.of());
    try (IndexFile file = IndexFile.inMemory();
        IndexFile fresh = IndexFile.inMemory()) {
      GameIndexer indexer = new GameIndexer(chain, what, file);
      chain.add(List.of(TestRecord.of("Tile", 7, 1, 1).with("biome", 1).set()));
      chain.add(List.of());
      toTheEnd(indexer);
      chain.abort(2);
      for (int i = 0; i < others; i++) {
        chain.add(List.of(TestRecord.of("Tile", 7, 2, i).with("biome", 2).set()));
      }
      toTheEnd(indexer);
      toTheEnd(new GameIndexer(chain, what, fresh));
      assertThat(IndexDump.differences(file, fresh)).isEmpty();
      assertThat(count(file, "s2-Tile")).isEqualTo(others);
    }
  }

  @Test
  void aStepThatFailsKeepsNothing() throws Exception {
    try (IndexFile file = IndexFile.inMemory()) {
      GameIndexer indexer = new GameIndexer(chain, what, file);
      toTheEnd(indexer);
      chain.add(
          List.of(
              TestRecord.of("Tile", 7, 1, 1).with("biome", 1).set(),
              TestRecord.of("Tile", 7, 1, 2).with("biome", 1).set(),
              TestRecord.of("Tile", 7, 1, 3).with("biome", 1).set()));
      chain.before(2, ScriptedChain.away()); // the second page of events
      assertThatThrownBy(indexer::step).isInstanceOf(NodeUnavailable.class);
      assertThat(count(file, "s2-Tile")).isZero();
      IndexHead head = Objects.requireNonNull(file.head(what.identity(file.models())));
      assertThat(Objects.requireNonNull(head.read()).number()).isZero();
      toTheEnd(indexer);
      assertThat(count(file, "s2-Tile")).isEqualTo(3);
    }
  }

  @Test
  void theThreadGoesOnWhateverHappens() {
    chain.add(List.of(TestRecord.of("Tile", 7, 1, 1).with("biome", 1).set()));
    chain.before(0, ScriptedChain.away());
    chain.before(
        1,
        () -> {
          throw new IllegalStateException("a mistake of the client's");
        });
    try (IndexFile file = IndexFile.temporary()) {
      try (IndexerThread thread = IndexerThread.start(chain, what, file, Duration.ofMillis(1))) {
        Await.until(
            "the tile is indexed",
            () -> {
              IndexCounts counts = thread.counts();
              return counts != null && counts.applied() == 1;
            });
      }
    }
  }

  private static void toTheEnd(GameIndexer indexer) throws SQLException, InterruptedException {
    while (!(indexer.step() instanceof Indexing.Unchanged)) {
      // on
    }
  }

  private static long count(IndexFile file, String table) throws SQLException {
    return file.db()
        .rows(row -> row.getLong(1), "select count(*) from \"" + table + "\"")
        .getFirst();
  }

  private static String row(IndexFile file, String model, String... columns) throws SQLException {
    StringBuilder asked = new StringBuilder();
    for (String column : columns) {
      asked.append(asked.isEmpty() ? "" : " || '|' || ").append('"').append(column).append('"');
    }
    List<String> rows =
        file.db().rows(row -> row.getString(1), "select " + asked + " from \"s2-" + model + "\"");
    assertThat(rows).hasSize(1);
    return rows.getFirst();
  }
}
