package dev.playloop.worlds.eternum.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Section;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.model.Perspective.Sight;
import dev.playloop.worlds.model.Scene;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// However much there is, a view keeps its budget, and what matters most stays.
class ViewBudgetTest {
  private static final int MAX_TOKENS = 5_000;

  private static Sight see(Scene scene) {
    return new EternumWorld().perspective().see(scene, ViewSamples.ACCOUNT);
  }

  /// As a prompt holds it, four bytes a token.
  private static int tokens(Sight sight) {
    int bytes =
        Section.json(sight.state()).getBytes(StandardCharsets.UTF_8).length
            + Section.json(sight.summary()).getBytes(StandardCharsets.UTF_8).length;
    return (bytes + 3) / 4;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 20, 50, 150, 500})
  void aViewKeepsItsBudget(int structures) {
    Scene scene = ViewSamples.scene(ViewSamples.large(structures, "Ada"));
    for (int i = 0; i < 20; i++) {
      scene = ViewSamples.happened(scene, i, "A battle that takes some words to tell of.");
    }
    long before = System.nanoTime();

    Sight sight = see(scene);

    System.out.printf(
        "%d structures: %d tokens in %.1f ms%n",
        structures, sight.tokens(), (System.nanoTime() - before) / 1e6);
    assertThat(sight.tokens()).isEqualTo(tokens(sight)).isLessThanOrEqualTo(MAX_TOKENS);
    if (structures >= 50) {
      assertThat(sight.tokens()).as("the room is used").isGreaterThan(MAX_TOKENS * 7 / 10);
    }
  }

  @Test
  void whatMattersMostStays() {
    Sight sight = see(ViewSamples.scene(ViewSamples.large(500, "Ada")));

    JsonNode first = sight.state().at("/structures/0");
    assertThat(first.path("structureId").asLong()).as("the one with arrivals").isEqualTo(350);
    assertThat(first.path("arrivals")).hasSize(1);
    assertThat(first.path("balances")).isNotEmpty();
    assertThat(sight.state().at("/explorers/0/explorerId").asLong())
        .as("the one in a fight")
        .isEqualTo(5_166);
    assertThat(sight.state().at("/orders/0/tradeId").asLong()).as("the own one").isEqualTo(640);
    assertThat(sight.state().at("/pools/0/shares").asString("")).isEqualTo("42");
    assertThat(sight.state().at("/leaderboard/0/own").asBoolean(false)).isTrue();
    List<Long> distances =
        sight.state().path("nearby").valueStream().map(n -> n.path("distance").asLong()).toList();
    assertThat(distances).isSorted().isNotEmpty();
  }

  @Test
  void whatIsLeftOutIsCountedAndHowToAskForItIsSaid() {
    Sight sight = see(ViewSamples.scene(ViewSamples.large(500, "Ada")));

    int shown = sight.state().path("structures").size();
    sight
        .state()
        .properties()
        .forEach(each -> System.out.printf("%s %d, ", each.getKey(), each.getValue().size()));
    System.out.println(sight.state().path("leftOut"));
    assertThat(shown).isBetween(10, 499);
    assertThat(sight.state().at("/leftOut/structures").asInt()).isEqualTo(500 - shown);
    assertThat(sight.summary())
        .contains("## Left out for want of room: ", (500 - shown) + " structures")
        .endsWith("Ask by observe_game, with sections or an id.");
    assertThat(see(ViewSamples.scene(ViewSamples.small("Ada"))).summary())
        .doesNotContain("Left out");
  }

  @Test
  void theSameSceneIsTheSameViewInWhateverOrderItCame() {
    List<EternumView> states = new ArrayList<>(ViewSamples.large(500, "Ada"));
    Sight one = see(ViewSamples.scene(states));
    long seed = 15;
    Collections.shuffle(states, new Random(seed));

    Sight other = see(ViewSamples.scene(states));

    assertThat(Json.text(other.state())).as("seed %d", seed).isEqualTo(Json.text(one.state()));
    assertThat(other.summary()).isEqualTo(one.summary());
  }

  /// A full scene of the longest texts: no game sends such, and it is cut all the same.
  @ParameterizedTest
  @ValueSource(strings = {"\u001b", "<", "\"", "\\", "\ud83d\ude00", "\u202e", "\ud800", "\n"})
  void noTextMakesAViewTooLarge(String piece) {
    for (int structures : new int[] {1, 100}) {
      Scene scene =
          ViewSamples.scene(ViewSamples.large(structures, piece.repeat(EternumView.MAX_TEXT)));
      for (int i = 0; i < 20; i++) {
        scene = ViewSamples.happened(scene, i, piece.repeat(500));
      }
      Sight sight = see(scene);
      assertThat(sight.tokens()).isEqualTo(tokens(sight)).isLessThanOrEqualTo(MAX_TOKENS);
      assertThat(sight.state().path("structures")).isNotEmpty();
    }
  }

  /// What a watcher may put, it can put: a world event has 16 KiB.
  @Test
  void whatDoesNotFitIntoOneWorldEventIsTold() {
    for (EternumView state : ViewSamples.large(1, "Ada")) {
      assertThat(EternumScenes.fits(state)).isTrue();
      assertThat(
              Json.bytes(
                  EternumScenes.changed(
                      "e".repeat(200), "0x" + "f".repeat(62), Instant.EPOCH, 1, state)))
          .hasSizeLessThan(16 * 1024);
    }
    assertThat(ViewSamples.large(1, "n".repeat(EternumView.MAX_TEXT)))
        .anyMatch(state -> !EternumScenes.fits(state));
  }
}
