package dev.playloop.worlds.eternum.act;

import static dev.playloop.worlds.eternum.index.IndexedGame.ADA;
import static dev.playloop.worlds.eternum.index.IndexedGame.BOB;
import static dev.playloop.worlds.eternum.index.IndexedGame.GAME;
import static dev.playloop.worlds.eternum.index.IndexedGame.config;
import static dev.playloop.worlds.eternum.index.IndexedGame.explorer;
import static dev.playloop.worlds.eternum.index.IndexedGame.structure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.eternum.index.IndexedGame;
import dev.playloop.worlds.eternum.index.TestRecord;
import dev.playloop.worlds.eternum.model.EternumRead.ObserveGame;
import dev.playloop.worlds.eternum.model.EternumWorld;
import dev.playloop.worlds.eternum.model.game.ViewSection;
import dev.playloop.worlds.model.WorldUnavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// What `observe_game` answers of an index.
class GameObservationsTest {
  private IndexedGame indexed;
  private GameObservations observations;

  @BeforeEach
  void open() {
    indexed = new IndexedGame();
    observations = new GameObservations(indexed.torii(), IndexedGame.game());
  }

  @AfterEach
  void close() {
    indexed.close();
  }

  private JsonNode see(String args) throws InterruptedException {
    return observations.observe(
        (ObserveGame)
            Objects.requireNonNull(new EternumWorld().tools().find("observe_game"))
                .parse(Json.tree(args.replace('\'', '"'))),
        ADA);
  }

  private void laid() {
    List<ChainEvent> events = new ArrayList<>(List.of(config(GAME)));
    for (int i = 0; i < 30; i++) {
      events.add(structure(100 + i, ADA, 100 + 3L * i, 200).set());
      events.add(explorer(300 + i, 100 + i, 101 + 3L * i, 200).set());
      events.add(TestRecord.of("Market", GAME, 500 + i, 3).set());
    }
    events.add(structure(11, BOB, 102, 200).set());
    events.add(explorer(21, 11, 101, 201).set());
    indexed.block(events);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'structureId':12} | structureId
          {'structureId':21} | structureId
          {'explorerId':22} | explorerId
          {'explorerId':11} | explorerId
          {'structureId':11,'explorerId':4294967295} | explorerId
          """)
  void whatIsNotThereIsSaidByItsFieldAndNothingElseShown(String args, String field) {
    laid();
    assertThatThrownBy(() -> see(args))
        .isInstanceOfSatisfying(
            InvalidValueException.class,
            e -> {
              assertThat(e.field()).isEqualTo(field);
              assertThat(e.expected()).isEqualTo("one that exists");
            });
  }

  @Test
  void oneThingIsShownWhoeverHasItWithTheBlockItWasSeenAt() throws InterruptedException {
    laid();
    JsonNode seen = see("{'structureId':11,'explorerId':21}");

    assertThat(seen.path("block").asLong()).isEqualTo(1);
    assertThat(seen.path("timestamp").asLong()).isPositive();
    assertThat(seen.path("structure").path("structureId").asLong()).isEqualTo(11);
    assertThat(seen.path("explorer").path("explorerId").asLong()).isEqualTo(21);
    assertThat(seen.propertyNames())
        .containsExactlyInAnyOrder("block", "timestamp", "structure", "explorer");
  }

  @Test
  void withoutParametersAllSectionsAreShownTheFirstRowsOfEachWithTheirBlock()
      throws InterruptedException {
    laid();
    JsonNode seen = see("{}");

    assertThat(seen.path("game").path("block").asLong()).isEqualTo(1);
    assertThat(seen.path("structures")).hasSize(20);
    assertThat(seen.path("explorers")).hasSize(20);
    assertThat(seen.path("pools").path("pools")).hasSize(20);
    assertThat(seen.propertyNames())
        .contains("surroundings", "orders", "guilds", "hyperstructures", "leaderboard");
  }

  @Test
  void aLimitBoundsEachSection() throws InterruptedException {
    laid();
    JsonNode seen = see("{'limit':3}");

    assertThat(seen.path("structures")).hasSize(3);
    assertThat(seen.path("explorers")).hasSize(3);
    assertThat(seen.path("pools").path("pools")).hasSize(3);
    assertThat(seen.path("surroundings").path("others")).hasSizeLessThanOrEqualTo(3);
    assertThat(see("{'limit':64}").path("structures")).hasSize(30);
  }

  @Test
  void aSectionIsShownWithItsBlockAndNoOther() throws InterruptedException {
    laid();
    for (ViewSection section : ViewSection.values()) {
      JsonNode seen = see("{'sections':['" + section.name() + "']}");
      assertThat(seen.path("game").path("block").asLong()).as("%s", section).isEqualTo(1);
      assertThat(seen.propertyNames()).as("%s", section).hasSize(2);
    }
  }

  @Test
  void theAccountsNewestDeedsAndBattlesAreShown() throws InterruptedException {
    laid();
    for (int i = 0; i < 25; i++) {
      indexed.block(
          IndexedGame.story(900 + 2L * i, ADA, 10, Felt.of(0x100 + i)).set(),
          IndexedGame.story(901 + 2L * i, BOB, 10, Felt.of(0x200 + i)).set());
    }
    indexed.block(battle(990, ADA, BOB), battle(991, BOB, ADA), battle(992, BOB, BOB));

    JsonNode events = see("{'sections':['events'],'limit':3}").path("events");
    assertThat(events.path("deeds"))
        .extracting(deed -> deed.path("what").path("transaction").asString())
        .containsExactly("0x118", "0x117", "0x116");
    assertThat(events.path("battles"))
        .extracting(battle -> battle.path("id").asInt())
        .containsExactly(991, 990);
    assertThat(see("{}").path("events").path("deeds")).hasSize(20);
    assertThat(see("{'sections':['orders']}").has("events")).isFalse();
  }

  private static ChainEvent battle(long id, Felt attacker, Felt defender) {
    return TestRecord.of("BattleEvent", GAME, id)
        .with("attacker_owner", attacker)
        .with("defender_owner", defender)
        .set();
  }

  @Test
  void nothingIsShownAsEmptyBecauseItCouldNotBeRead() {
    assertThatThrownBy(() -> see("{}"))
        .as("nothing is read yet")
        .isInstanceOf(WorldUnavailable.class);
    assertThatThrownBy(() -> see("{'structureId':12}")).isInstanceOf(WorldUnavailable.class);
    laid();
    indexed.server().close();
    for (String args : List.of("{}", "{'structureId':12}", "{'sections':['orders']}")) {
      assertThatThrownBy(() -> see(args)).as(args).isInstanceOf(WorldUnavailable.class);
    }
  }

  @Test
  void aPlaceOnTheMapIsShownAsFarAsIsAskedFor() throws InterruptedException {
    laid();
    JsonNode near = see("{'around':{'x':102,'y':200,'radius':1}}");
    JsonNode far = see("{'around':{'x':102,'y':200,'radius':12}}");

    assertThat(near.path("map").path("others").toString()).contains("\"id\":11");
    assertThat(far.path("map").path("others").size())
        .isGreaterThanOrEqualTo(near.path("map").path("others").size());
    assertThat(near.propertyNames()).containsExactlyInAnyOrder("block", "timestamp", "map");
  }
}
