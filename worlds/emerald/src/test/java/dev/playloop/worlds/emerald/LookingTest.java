package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emerald.game.Actor;
import dev.playloop.worlds.emerald.game.Bag;
import dev.playloop.worlds.emerald.game.Direction;
import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.game.MapId;
import dev.playloop.worlds.emerald.game.Monster;
import dev.playloop.worlds.emerald.game.Player;
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
            .mapToObj(i -> new Actor(i, 100 + i, 100, 100, 100, Direction.NORTH, 3, true, true, 0))
            .toList();
    List<Monster> party =
        IntStream.rangeClosed(1, 6)
            .mapToObj(slot ->
                new Monster(
                    slot, slot, 300, "ABCDEFGHIJ", 100, 714, 714, 0, false, 0, List.of(), true))
            .toList();
    FieldView field =
        new FieldView(
            77,
            new MapId(24, 107),
            new Player(0, 110, 100, 110, 100, Direction.NORTH, 3, 1, 0, 0),
            true,
            true,
            Screen.OVERWORLD,
            false,
            false,
            Menu.none,
            0,
            Set.of(),
            actors);
    return new GameView(
        field, true, party, null, 0, bag, text, 0xFF, 0, List.of(), Pocket.items, 0, 0, 1);
  }
}
