package dev.playloop.worlds.emerald.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emerald.model.GameState.Battle;
import dev.playloop.worlds.emerald.model.GameState.Facing;
import dev.playloop.worlds.emerald.model.GameState.Fighter;
import dev.playloop.worlds.emerald.model.GameState.Menu;
import dev.playloop.worlds.emerald.model.GameState.Mode;
import dev.playloop.worlds.emerald.model.GameState.Move;
import dev.playloop.worlds.emerald.model.GameState.Npc;
import dev.playloop.worlds.emerald.model.GameState.Walks;
import dev.playloop.worlds.model.Perspective.Sight;
import dev.playloop.worlds.model.Scene;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EmeraldPerspectiveTest {
  private final EmeraldPerspective perspective = new EmeraldPerspective();

  @Test
  void aGameThatWasNeverSeenSaysSo() {
    Sight sight = perspective.see(Scene.empty(EmeraldScenes.of("brendan")), "brendan");
    assertThat(sight.summary()).contains("not been seen");
  }

  @Test
  void theFieldTellsWhereThePlayerStandsAndWhoIsNear() {
    Sight sight = see(game(Mode.field, null, null, npcs(2)));
    assertThat(sight.summary())
        .isEqualTo(
            "You stand on map 0.9 at (8, 7), facing north, on foot. You can walk."
                + " 1 of your 2 monsters can fight."
                + " Near you: NPC 1 at (9, 7); NPC 2 at (10, 7), which stands still.");
  }

  @Test
  void aBattleTellsWhoFightsAndWhichMenuWaits() {
    Battle battle =
        GameStateBattleBuilder.builder()
            .trainer(false)
            .isDouble(false)
            .menu(Menu.action)
            .own(new Fighter(277, "TREECKO", 5, 19, 20))
            .foe(new Fighter(290, "WURMPLE", 3, 14, 14))
            .moves(List.of(new Move(1, 33, 35)))
            .build();
    assertThat(see(game(Mode.battle, null, battle, List.of())).summary())
        .contains(
            "You are in a wild battle: your TREECKO (level 5, 19/20 HP) against WURMPLE (level 3,"
                + " 14/14 HP). The action menu waits.");
  }

  @Test
  void theTextThatHoldsThePlayerIsQuoted() {
    assertThat(see(game(Mode.text, "Hello there!", null, List.of())).summary())
        .contains("A text box holds you: \"Hello there!\".");
  }

  @Test
  void theBudgetHoldsInACrowdAndTheNearestStay() {
    Sight sight = see(game(Mode.text, "m".repeat(GameState.MAX_TEXT), null, npcs(15)));
    assertThat(sight.tokens()).isLessThanOrEqualTo(EmeraldPerspective.MAX_TOKENS);
    assertThat(sight.state().path("nearby").get(0).path("id").asInt()).isEqualTo(1);
    assertThat(sight.state().path("nearby").size() + sight.state().path("moreNearby").asInt())
        .isEqualTo(15);
  }

  @Test
  void anotherPlayersGameIsAnotherScene() {
    assertThat(perspective.homeScene("may")).isNotEqualTo(perspective.homeScene("brendan"));
  }

  private Sight see(GameState game) {
    Scene scene =
        Scene.empty(EmeraldScenes.of("brendan"))
            .with(
                EmeraldScenes.changed(
                    "e1", "brendan", Instant.EPOCH, game.frame(), Json.tree(Json.text(game))));
    return perspective.see(scene, "brendan");
  }

  private static List<Npc> npcs(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(id ->
            GameStateNpcBuilder.builder()
                .id(id)
                .x(8 + id)
                .y(7)
                .facing(Facing.west)
                .moving(false)
                .frozen(id % 2 == 0)
                .build())
        .toList();
  }

  private static GameState game(
      Mode mode, @Nullable String text, @Nullable Battle battle, List<Npc> nearby) {
    return GameStateBuilder.builder()
        .frame(1_000)
        .map("0.9")
        .x(8)
        .y(7)
        .facing(Facing.north)
        .walks(Walks.on_foot)
        .mode(mode)
        .text(text)
        .party(
            List.of(
                GameStateMonsterBuilder.builder()
                    .slot(1)
                    .species(277)
                    .name("TREECKO")
                    .level(5)
                    .hp(19)
                    .maxHp(20)
                    .egg(false)
                    .build(),
                GameStateMonsterBuilder.builder()
                    .slot(2)
                    .species(290)
                    .name("WURMPLE")
                    .level(4)
                    .hp(0)
                    .maxHp(16)
                    .egg(false)
                    .build()))
        .battle(battle)
        .nearby(nearby)
        .badges(0)
        .build();
  }
}
