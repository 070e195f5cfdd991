package dev.playloop.worlds.eternum.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.Await;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.devnet.DevnetProgram;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.eternum.check.ChainTables;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.torii.ToriiClient;
import dev.playloop.worlds.eternum.torii.ToriiSelect;
import dev.playloop.worlds.eternum.view.AccountSight;
import dev.playloop.worlds.eternum.view.EternumQueries;
import dev.playloop.worlds.model.WorldUnavailable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.StringNode;

/// A machine lays out its own game, on either chain, and finds it again.
@Tag("slow")
final class OwnGameTest {
  private static final Felt ADA =
      Felt.hex("0x78662e7352d062084b0010068b99288486c2d8b914f6e2a55ce945f8792c8b1");

  @TempDir private Path folder;

  @Test
  void theSimulatedChainHasItsBoardAndFindsItAgain() throws Exception {
    isLaidTwice(null, true);
  }

  @Test
  void aDevnetHasItsBoardAndFindsItAgain() throws Exception {
    isLaidTwice(DevnetProgram.found(), false);
  }

  private void isLaidTwice(@Nullable Path program, boolean simulated) throws Exception {
    OwnGame first = isLaid(program, simulated);
    assertThat(first.players()).containsKey(ADA);
    OwnGame again = isLaid(program, simulated);
    assertThat(again.game()).isEqualTo(first.game());
  }

  private OwnGame isLaid(@Nullable Path program, boolean simulated) throws Exception {
    try (KeptParts parts = KeptParts.in(folder)) {
      OwnGame game = OwnGame.start(parts, program, simulated);
      isLaid(game);
      return game;
    }
  }

  private static void isLaid(OwnGame game) throws Exception {
    try (ToriiClient torii =
            new ToriiClient(game.torii(), game.game().address("world"), Duration.ofSeconds(60));
        JsonRpcNode node = JsonRpcNode.at(game.rpc(), Duration.ofSeconds(60))) {
      EternumQueries queries =
          new EternumQueries(torii, new ToriiSelect.Game("s2", OpeningBoard.GAME_ID));
      long latest = node.latest().number();
      Await.until("the index has read the board", () -> isRead(queries, latest));
      AccountSight sight = queries.see(ADA);
      assertThat(sight.entities())
          .filteredOn(EternumView.Structure.class::isInstance)
          .singleElement()
          .extracting(entity -> Json.LOG.valueToTree(entity).path("structureId").asLong())
          .isEqualTo(OpeningBoard.REALM);
      ChainTables tables =
          new ChainTables(node, game.game().address("world"), OpeningBoard.GAME_ID, List.of(ADA));
      assertThat(
              tables.query(
                  "select amount from balance where entity_id = 11 and resource_type = 37"))
          .containsExactly(Map.of("amount", StringNode.valueOf("1000")));
    }
  }

  private static boolean isRead(EternumQueries queries, long block) {
    try {
      return queries.head().block() >= block;
    } catch (WorldUnavailable e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
