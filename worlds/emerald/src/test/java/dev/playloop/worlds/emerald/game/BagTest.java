package dev.playloop.worlds.emerald.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emerald.game.Bag.Stack;
import dev.playloop.worlds.emerald.model.Pocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BagTest {
  /// A successor compares the hash of this text with its predecessor's.
  @Test
  void theJsonIsInTheOrderOfThePocketsInEveryProcess() {
    Bag bag =
        new Bag(
            Map.of(
                Pocket.key_items, List.of(new Stack(259, 1)),
                Pocket.berries, List.of(new Stack(133, 3)),
                Pocket.machines, List.of(new Stack(289, 1)),
                Pocket.balls, List.of(new Stack(4, 10)),
                Pocket.items, List.of(new Stack(13, 5), new Stack(22, 1))),
            3_000);

    assertThat(Json.text(bag))
        .isEqualTo(
            "{\"pockets\":{\"items\":[{\"item\":13,\"quantity\":5},{\"item\":22,\"quantity\":1}],"
                + "\"balls\":[{\"item\":4,\"quantity\":10}],"
                + "\"machines\":[{\"item\":289,\"quantity\":1}],"
                + "\"berries\":[{\"item\":133,\"quantity\":3}],"
                + "\"key_items\":[{\"item\":259,\"quantity\":1}]},\"money\":3000}");
  }
}
