package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emerald.game.Actor;
import dev.playloop.worlds.emerald.game.ActorBuilder;
import dev.playloop.worlds.emerald.game.Bag;
import dev.playloop.worlds.emerald.game.Direction;
import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.FieldViewBuilder;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.game.GameViewBuilder;
import dev.playloop.worlds.emerald.game.MapId;
import dev.playloop.worlds.emerald.game.Monster;
import dev.playloop.worlds.emerald.game.MonsterBuilder;
import dev.playloop.worlds.emerald.game.PlayerBuilder;
import dev.playloop.worlds.emerald.game.Screen;
import dev.playloop.worlds.emerald.model.GameState.Menu;
import dev.playloop.worlds.emerald.model.Pocket;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// The budget of `look`, where there is more to tell than fits.
class LookingTest {
  private static final int FULL = 64;

  @Test
  void fullestGameFitsTheBudget() {
    Map<Pocket, List<Bag.Stack>> pockets = new EnumMap<>(Pocket.class);
    for (Pocket pocket : Pocket.values()) {
      pockets.put(
          pocket, IntStream.range(0, FULL).mapToObj(i -> new Bag.Stack(300 + i, 999)).toList());
    }
    ObjectNode told = Looking.at(view(new Bag(pockets, 999_999), "é".repeat(900)), null);

    assertThat(told.toString().getBytes(StandardCharsets.UTF_8).length)
        .isLessThanOrEqualTo(Looking.MAX_BYTES);
    assertThat(told.path("bag").asString("")).contains("left out");
    assertThat(told.path("party")).hasSize(6);
    assertThat(told.path("nearby")).hasSize(15);
  }

  @Test
  void ordinaryGameIsToldWhole() {
    ObjectNode told =
        Looking.at(
            view(new Bag(Map.of(Pocket.balls, List.of(new Bag.Stack(4, 5))), 300), "Hello"), null);

    assertThat(told.at("/bag/balls/0/item").asInt()).isEqualTo(4);
    assertThat(told.path("text").asString()).isEqualTo("Hello");
    assertThat(told.path("frame").asLong()).isEqualTo(77);
  }

  private static GameView view(Bag bag, String text) {
    List<Actor> actors =
        IntStream.range(1, 16)
            .mapToObj(i ->
                ActorBuilder.builder()
                    .index(i)
                    .x(100 + i)
                    .y(100)
                    .previousX(100)
                    .previousY(100)
                    .facing(Direction.NORTH)
                    .elevation(3)
                    .moving(true)
                    .frozen(true)
                    .flags(0)
                    .build())
            .toList();
    List<Monster> party =
        IntStream.rangeClosed(1, 6)
            .mapToObj(slot ->
                MonsterBuilder.builder()
                    .slot(slot)
                    .personality(slot)
                    .species(300)
                    .name("ABCDEFGHIJ")
                    .level(100)
                    .hp(714)
                    .maxHp(714)
                    .status(0)
                    .egg(false)
                    .heldItem(0)
                    .moves(List.of())
                    .intact(true)
                    .build())
            .toList();
    FieldView field =
        FieldViewBuilder.builder()
            .frame(77)
            .map(new MapId(24, 107))
            .player(
                PlayerBuilder.builder()
                    .index(0)
                    .x(110)
                    .y(100)
                    .previousX(110)
                    .previousY(100)
                    .facing(Direction.NORTH)
                    .elevation(3)
                    .flags(1)
                    .running(0)
                    .transition(0)
                    .build())
            .locked(true)
            .textBox(true)
            .screen(Screen.OVERWORLD)
            .fading(false)
            .inBattle(false)
            .menu(Menu.none)
            .battler(0)
            .tasks(Set.of())
            .actors(actors)
            .build();
    return GameViewBuilder.builder()
        .field(field)
        .steady(true)
        .party(party)
        .lastOutcome(0)
        .bag(bag)
        .text(text)
        .badges(0xFF)
        .partyCursor(0)
        .battleOrder(List.of())
        .bagPocket(Pocket.items)
        .bagPlace(0)
        .startMenuCursor(0)
        .startMenuBag(1)
        .build();
  }
}
