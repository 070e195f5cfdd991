package dev.playloop.worlds.kernel.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Perspective.Sight;
import dev.playloop.worlds.model.Scene;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a principal sees, from world events as the outbox gives them.
class KernelPerspectiveTest {
  private static final Instant NOW = Instant.parse("2026-11-21T05:00:00Z");
  private final KernelPerspective perspective = new KernelPerspective();

  private static ObjectNode state() {
    return (ObjectNode)
        Json.tree(
            """
            {"principal":"alpha","scrip":95,"heldScrip":5,"llmBudget":0.75,
             "disk":{"used":30,"quota":100},"artifactCount":2,
             "artifacts":[{"id":"corpus"},{"id":"diary"}],
             "recent":[{"who":"beta","text":"beta wrote board"}]}\
            """);
  }

  private Sight see(ObjectNode state) {
    Scene scene = Scene.empty(perspective.homeScene("alpha"));
    return perspective.see(
        scene.with(KernelScenes.changed("kernel-1-view-1", "alpha", NOW, 1, state)), "alpha");
  }

  @Test
  void theSummaryTellsBalancesBudgetArtifactsAndWhatOthersDid() {
    assertThat(see(state()).summary())
        .isEqualTo(
            "You are alpha. You have 95 scrip and 5 more on hold and an LLM budget of 0.75 USD."
                + " You use 30 of 100 bytes of disk. You own corpus, diary. Others lately: beta"
                + " wrote board.");
  }

  @Test
  void aPrincipalThatNobodyToldOfSeesNothing() {
    assertThat(perspective.see(Scene.empty(KernelScenes.of("new")), "new").summary())
        .isEqualTo("Nothing is known about you yet.");
  }

  @Test
  void aBusyPrincipalSeesWithinTheBudget() {
    ObjectNode state = state();
    ArrayNode artifacts = state.putArray("artifacts");
    ArrayNode recent = state.putArray("recent");
    for (int i = 0; i < 20; i++) {
      artifacts.addObject().put("id", i + "x".repeat(120)).put("type", "text");
      recent.addObject().put("who", "b".repeat(120)).put("text", "y".repeat(200));
    }
    state.put("artifactCount", 400);
    Sight sight = see(state);
    assertThat(sight.tokens()).isLessThanOrEqualTo(KernelPerspective.MAX_TOKENS);
    assertThat(sight.state().path("moreArtifacts").asInt()).isPositive();
    assertThat(sight.state().path("artifacts").size() + sight.state().path("moreArtifacts").asInt())
        .isEqualTo(20);
  }

  @Test
  void anIdThatIsTooLongForASceneHasOneAllTheSame() {
    String longest = "x".repeat(KernelTool.MAX_ID);
    assertThat(KernelScenes.of(longest).value()).hasSizeLessThanOrEqualTo(128);
    assertThat(KernelScenes.of(longest)).isNotEqualTo(KernelScenes.of("y" + longest.substring(1)));
  }
}
