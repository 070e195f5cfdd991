package dev.playloop.worlds.society.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Perspective.Sight;
import dev.playloop.worlds.model.Scene;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// What an actor sees, from world events as the outbox gives them.
class SocietyPerspectiveTest {
  private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
  private final SocietyPerspective perspective = new SocietyPerspective();

  private static ObjectNode state() {
    return (ObjectNode)
        Json.tree(
            """
            {"username":"Dov","role":"soldier","health":90,"energy":30,"morale":60,"gold":5,
             "inventory":{"food":3,"iron":1},
             "community":{"id":"my_community","name":"Iron Guard","role":"member"},
             "battles":[{"battleId":"battle_456","status":"active","priority":"high",
               "enemy":"Chaos Horde","energySpent":0,"ignored":false}]}\
            """);
  }

  private Scene scene(ObjectNode... states) {
    Scene scene = Scene.empty(perspective.homeScene("dov"));
    long version = 0;
    for (ObjectNode state : states) {
      scene = scene.with(SocietyScenes.changed("outbox-" + version, "dov", NOW, ++version, state));
    }
    return scene;
  }

  @Test
  void anActorIsItsOwnScene() {
    assertThat(perspective.homeScene("dov").value()).isEqualTo("society:dov");
  }

  @Test
  void theSummarySpeaksInTheSecondPerson() {
    Sight sight = perspective.see(scene(state()), "dov");
    assertThat(sight.summary())
        .isEqualTo(
            "You are Dov. Health 90/100, energy 30/100, morale 60/100, 5 gold. You carry 3 food,"
                + " 1 iron. You belong to Iron Guard. Open battles of your community: battle_456"
                + " against Chaos Horde.");
    assertThat(sight.state()).isEqualTo(state());
    assertThat(sight.tokens()).isBetween(50, 200);
  }

  @Test
  void theNewestVersionIsSeenAndAnOlderEventIsIgnored() {
    Scene scene = scene(state(), state().put("gold", 55));
    Scene after = scene.with(SocietyScenes.changed("outbox-late", "dov", NOW, 1, state()));
    assertThat(after.version()).isEqualTo(2);
    assertThat(perspective.see(after, "dov").state().path("gold").asInt()).isEqualTo(55);
  }

  @Test
  void aLargeStateIsCutToTheBudgetAndSaysHowMuchIsMissing() {
    ObjectNode state = state();
    for (int i = 0; i < 50; i++) {
      ((ObjectNode) state.get("inventory")).put("a rather long name of an item " + i, i);
      ((tools.jackson.databind.node.ArrayNode) state.get("battles"))
          .addObject()
          .put("battleId", "battle_" + i)
          .put("enemy", "an enemy with a long name " + i);
    }
    Sight sight = perspective.see(scene(state), "dov");
    assertThat(sight.tokens()).isLessThanOrEqualTo(SocietyPerspective.MAX_TOKENS);
    int shown = sight.state().path("battles").size();
    assertThat(shown + sight.state().path("moreBattles").asInt()).isEqualTo(51);
    assertThat(sight.state().path("inventory").size() + sight.state().path("moreItems").asInt())
        .isEqualTo(52);
  }

  @Test
  void anUnknownActorSeesNothing() {
    Sight sight = perspective.see(Scene.empty(perspective.homeScene("nobody")), "nobody");
    assertThat(sight.state()).isEmpty();
    assertThat(sight.summary()).isEqualTo("Nothing is known about you yet.");
  }
}
