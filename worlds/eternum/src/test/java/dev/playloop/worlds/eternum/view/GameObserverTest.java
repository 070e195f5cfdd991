package dev.playloop.worlds.eternum.view;

import static dev.playloop.worlds.eternum.index.IndexedGame.ADA;
import static dev.playloop.worlds.eternum.index.IndexedGame.BOB;
import static dev.playloop.worlds.eternum.index.IndexedGame.GAME;
import static dev.playloop.worlds.eternum.index.IndexedGame.config;
import static dev.playloop.worlds.eternum.index.IndexedGame.explorer;
import static dev.playloop.worlds.eternum.index.IndexedGame.structure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.index.IndexedGame;
import dev.playloop.worlds.eternum.index.TestRecord;
import dev.playloop.worlds.eternum.model.game.Hex;
import dev.playloop.worlds.eternum.model.state.EternumView.Member;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Single things by their ids.
class GameObserverTest {
  @Test
  void whatIsAskedForIsFoundWhoeverHasItAndNothingElse() throws InterruptedException {
    try (IndexedGame indexed = new IndexedGame()) {
      indexed.block(
          config(GAME),
          structure(10, ADA, 100, 200).set(),
          structure(11, BOB, 102, 200).set(),
          explorer(21, 11, 101, 201).set(),
          TestRecord.of("Tile", GAME, 102, 200).with("biome", 3).set(),
          TestRecord.of("Market", GAME, 50, 3).set(),
          TestRecord.of("Market", GAME, 51, 3).set(),
          TestRecord.of("GuildMember", List.of(Felt.of(GAME), BOB)).with("guild_id", BOB).set());
      GameObserver observer = new GameObserver(indexed.torii(), IndexedGame.game());
      GameObserver.Asker ada = observer.of(ADA);

      assertThat(observer.structure(ada, 11))
          .satisfies(one -> assertThat(one.coord()).isEqualTo(new Hex(false, 102, 200)));
      assertThat(observer.structure(ada, 12)).isNull();
      assertThat(observer.explorer(ada, 21))
          .satisfies(one -> assertThat(one.homeStructureId()).isEqualTo(11));
      assertThat(observer.explorer(ada, 11)).isNull();
      assertThat(observer.pools(ada, 51).pools()).hasSize(1);
      assertThat(observer.pools(ada, 9).pools()).isEmpty();
      assertThat(observer.members(ada, BOB)).containsExactly(new Member("0xb0b", null));
      assertThat(observer.members(ada, ADA)).isEmpty();
      assertThat(observer.around(ada, new Hex(false, 101, 200), 3).others())
          .extracting(other -> other.id())
          .containsExactlyInAnyOrder(11L, 21L);
    }
  }
}
