package dev.playloop.worlds.eternum.view;

import static dev.playloop.worlds.eternum.index.IndexedGame.ADA;
import static dev.playloop.worlds.eternum.index.IndexedGame.BOB;
import static dev.playloop.worlds.eternum.index.IndexedGame.GAME;
import static dev.playloop.worlds.eternum.index.IndexedGame.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.eternum.index.IndexedGame;
import dev.playloop.worlds.eternum.index.TestRecord;
import dev.playloop.worlds.eternum.model.EternumScenes;
import dev.playloop.worlds.eternum.model.state.EternumView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// How long it takes to see much: printed, for machines differ. And that what is seen fits.
@Tag("slow")
class FiftyStructuresTest {
  private static final int LOOKS = 40;

  @Test
  void fiftyStructuresAreSeenInFewQuestions() throws InterruptedException {
    try (IndexedGame indexed = new IndexedGame()) {
      indexed.block(board(50));
      EternumQueries queries = new EternumQueries(indexed.torii(), IndexedGame.game());
      long[] micros = new long[LOOKS];
      for (int i = 0; i < LOOKS; i++) {
        long begun = System.nanoTime();
        AccountSight sight = queries.see(ADA);
        micros[i] = (System.nanoTime() - begun) / 1_000;
        assertThat(sight.entities().stream().filter(EternumView.Structure.class::isInstance))
            .hasSize(50);
      }
      Arrays.sort(micros);
      System.out.printf(
          "a view of 50 structures and 50 explorers: median %.1f ms, slowest %.1f ms of %d%n",
          micros[LOOKS / 2] / 1e3, micros[LOOKS - 1] / 1e3, LOOKS);
    }
  }

  @Test
  void whoeverHasTooMuchIsToldWhatIsLeftOut() throws InterruptedException {
    try (IndexedGame indexed = new IndexedGame()) {
      List<ChainEvent> events = board(10);
      for (int i = 0; i < 300; i++) {
        events.add(
            TestRecord.of("ResourceArrival", GAME, 1_000, NOW / 86_400 + i, 1)
                .withList("resources", 1, 5, 2, 5, 3, 5, 4, 5, 5, 5, 6, 5, 7, 5, 8, 5, 9, 5)
                .set());
      }
      for (int i = 0; i < 650; i++) {
        events.add(IndexedGame.structure(5_000 + i, ADA, 300 + i, 300).set());
      }
      indexed.block(events);
      AccountSight sight = new EternumQueries(indexed.torii(), IndexedGame.game()).see(ADA);
      long bytes = 0;
      for (EternumView each : sight.entities()) {
        int size = Json.bytes(each).length;
        assertThat(size).isLessThanOrEqualTo(EternumScenes.MAX_ENTITY_BYTES);
        bytes += size;
      }
      assertThat(bytes).isLessThanOrEqualTo(EternumScenes.MAX_SCENE_BYTES);
      EternumView.Game game = (EternumView.Game) sight.entities().getFirst();
      assertThat(game.unread())
          .contains("60 structures are not shown", "237 arrivals of structure 1000 are not shown")
          .anyMatch(each -> each.endsWith("rows of structure:1000 are not shown"));
    }
  }

  private static List<ChainEvent> board(int structures) {
    List<ChainEvent> events = new ArrayList<>();
    events.add(IndexedGame.config(GAME));
    for (int i = 0; i < structures; i++) {
      long id = 1_000L + i;
      long x = 100L + 5L * (i % 10);
      long y = 100L + 5L * (i / 10);
      events.add(
          IndexedGame.structure(id, ADA, x, y)
              .with("troop_guards.delta.count", 5_000_000_000L)
              .set());
      events.add(IndexedGame.structure(2_000 + i, BOB, x + 2, y).set());
      events.add(IndexedGame.explorer(3_000 + i, id, x + 1, y).set());
      for (int type = 1; type <= 38; type++) {
        events.add(
            IndexedGame.balance(id, type, 7_000_000_000L)
                .with("PRODUCTION.production_rate", 5)
                .with("PRODUCTION.output_amount_left", 500)
                .set());
      }
      for (int building = 0; building < 20; building++) {
        events.add(TestRecord.of("Building", GAME, id, building, 10).with("category", 3).set());
      }
      events.add(
          TestRecord.of("ResourceArrival", GAME, id, NOW / 86_400, 5)
              .withList("resources", 3, 5, 4, 6)
              .set());
      events.add(
          TestRecord.of("Trade", GAME, 4_000 + i)
              .with("maker_id", 2_000 + i)
              .with("maker_gives_resource_type", 3)
              .with("taker_pays_resource_type", 37)
              .with("maker_gives_max_count", 4)
              .with("expires_at", NOW + 10_000)
              .set());
    }
    for (int x = 95; x < 155; x++) {
      for (int y = 95; y < 130; y++) {
        events.add(TestRecord.of("Tile", GAME, x, y).with("biome", 3).set());
      }
    }
    for (int type = 1; type <= 38; type++) {
      events.add(
          TestRecord.of("Market", GAME, 50, type)
              .with("lords_amount", 5_000)
              .with("resource_amount", 7_000)
              .set());
      events.add(
          TestRecord.of("PlayerRegisteredPoints", List.of(Felt.of(GAME), Felt.of(type)))
              .with("registered_points", type)
              .set());
    }
    return events;
  }
}
