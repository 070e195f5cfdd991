package dev.playloop.worlds.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.testkit.Guarantee;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.model.AtOnce;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `society_battle_start` and `society_battle_end`: who is woken, once, and what they see by then.
@Guarantee
@NeedsInfra
class GamesBattleTest extends OnGameCase {
  private static final String START = "society_battle_start(?, ?, ?)";
  private static final String END = "society_battle_end(?, ?)";

  private static List<String> whoAndWhat(List<Trigger> triggers) {
    return triggers.stream().map(t -> t.agent().name() + " " + t.kind()).toList();
  }

  @Test
  void bothSidesAreWokenAndTheFirstTurnWaitsForTheViewThatShowsIt() {
    skipFixtures();
    call(START, "b-1", "my_community", "order_of_dawn");
    List<Object> told = take(12);
    List<Trigger> triggers =
        told.stream().filter(Trigger.class::isInstance).map(Trigger.class::cast).toList();
    assertThat(whoAndWhat(triggers))
        .containsExactly(
            "ada battle.started",
            "bea battle.started",
            "dov battle.started",
            "eli battle.started",
            "fay battle.started",
            "gil battle.started");
    assertThat(triggers.getFirst().text())
        .isEqualTo(
            "A battle has started: b-1, Order of Dawn against Iron Guard. Its priority is normal.");
    assertThat(triggers.getFirst().subject()).isEqualTo(new Trigger.Subject("battle", "b-1"));
    WorldEvent view =
        told.stream()
            .filter(WorldEvent.class::isInstance)
            .map(WorldEvent.class::cast)
            .filter(event -> event.scene().value().equals("society:ada"))
            .findFirst()
            .orElseThrow();
    assertThat(view.version()).isEqualTo(triggers.getFirst().worldVersion());
    assertThat(view.toString()).contains("b-1");
  }

  @Test
  void theSameStartAgainWakesNobody() throws Exception {
    assertThat(AtOnce.call(8, () -> call(START, "b-1", "my_community", "chaos_horde")))
        .containsOnly("b-1");
    assertThat(outboxRows("battle.started")).isEqualTo(4);
    call(START, "b-1", "my_community", "chaos_horde");
    call(END, "b-1", "my_community");
    call(START, "b-1", "my_community", "chaos_horde");
    assertThat(outboxRows("battle.started")).isEqualTo(4);
    assertThat(society.rows("select status from battles where id = 'b-1'"))
        .singleElement()
        .satisfies(row -> assertThat(row).as("it stays ended").containsEntry("status", "ended"));
  }

  @Test
  void aPendingBattleBegins() {
    society.execute(
        "insert into battles (id, community1_id, community2_id) values ('b-1', 'my_community', 'chaos_horde')");
    call(START, "b-1", "my_community", "chaos_horde");
    assertThat(
            society.number(
                "select count(*) from battles where id = 'b-1' and status = 'active' and started_at is not null"))
        .isEqualTo(1);
    assertThat(outboxRows("battle.started")).isEqualTo(4);
  }

  @Test
  void whoHasFoughtLearnsHowItEnded() {
    skipFixtures();
    act("fay", "join_battle", "{\"battleId\":\"battle-789\",\"energyAmount\":5}", 0);
    act("gil", "ignore_battle", "{\"battleId\":\"battle-789\"}", 0);
    call(END, "battle-789", "rival_faction");
    List<Trigger> triggers = triggers(1);
    assertThat(whoAndWhat(triggers)).containsExactly("fay battle.ended");
    assertThat(triggers.getFirst().text())
        .isEqualTo("The battle battle-789 against Rival Faction has ended: your side has lost.");
    assertThat(triggers.getFirst().worldVersion())
        .isEqualTo(society.number("select version from users where id = 'fay'"));
    assertThat(Objects.requireNonNull(triggers.getFirst().data()).path("damage").asInt())
        .isEqualTo(5);
    assertThat(
            society
                .rows("select cast(society_view('gil') -> 'battles' as text) as battles")
                .getFirst()
                .toString())
        .as("it is gone from the view of who stayed away too")
        .doesNotContain("battle-789");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          my_community,  your side has won
          rival_faction, your side has lost
          -,             nobody has won
          """)
  void theEndIsToldFromTheSideOfWhoFought(String winner, String told) {
    skipFixtures();
    act("fay", "join_battle", "{\"battleId\":\"battle-789\",\"energyAmount\":5}", 0);
    call("society_battle_end(?, cast(? as text))", "battle-789", winner);
    assertThat(triggers(1).getFirst().text()).endsWith(told + ".");
  }

  @Test
  void theSameEndAgainAndManyAtOnceAreOne() throws Exception {
    act("fay", "join_battle", "{\"battleId\":\"battle-789\",\"energyAmount\":5}", 0);
    assertThat(AtOnce.call(8, () -> call(END, "battle-789", "my_community")))
        .containsOnly("battle-789");
    String before = society.everything();
    call(END, "battle-789", "my_community");
    assertThat(society.everything()).isEqualTo(before);
    assertThat(outboxRows("battle.ended")).isEqualTo(1);
    assertThat(refused(END, "battle-789", "rival_faction"))
        .isEqualTo(
            "23505 ERROR: society_battle_end: winner: expected what the battle has ended with,"
                + " my_community, got 'rival_faction'");
    assertThat(refused("society_battle_end(?)", "battle-789")).startsWith("23505 ");
  }

  /// Fighters lock themselves and then the battle, and so does its end: neither waits for the other
  /// in a circle, and who was let in counts.
  @Test
  void aBattleThatEndsWhileManyJoinEndsOnce() throws Exception {
    society.execute("update users set energy = 100 where id in ('dov', 'eli', 'fay', 'gil')");
    List<String> fighters = List.of("dov", "eli", "fay", "gil");
    List<Integer> turn = List.of(0, 1, 2, 3, 4);
    var next = new java.util.concurrent.ConcurrentLinkedQueue<>(turn);
    AtOnce.call(
        5,
        () -> {
          int mine = next.remove();
          return mine == 4
              ? call(END, "battle-789", "my_community")
              : society
                  .actions
                  .perform(
                      society.call(
                          fighters.get(mine),
                          "join_battle",
                          "{\"battleId\":\"battle-789\",\"energyAmount\":1}"))
                  .status()
                  .toString();
        });
    assertThat(outboxRows("battle.ended"))
        .isEqualTo(
            society.number(
                "select count(*) from battle_participants where battle_id = 'battle-789'"));
    assertThat(society.number("select damage1 from battles where id = 'battle-789'"))
        .isEqualTo(outboxRows("battle.ended"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          battle_456 | my_community | rival_faction | 23505 ERROR: society_battle_start: battle: expected a new id, or the very battle that has it, got 'battle_456'
          b          | my_community | my_community  | 22023 ERROR: society_battle_start: community2: expected another community than community1, got 'my_community'
          b          | atlantis     | my_community  | 23503 ERROR: society_battle_start: community1: expected the id of a community, got 'atlantis'
          b          | my_community | -             | 23503 ERROR: society_battle_start: community2: expected the id of a community, got null
          -          | my_community | chaos_horde   | 22023 ERROR: society_battle_start: battle: expected 1 to 100 visible ASCII characters without blanks, got null
          """)
  void whatIsWrongWithAStartIsNamed(String battle, String one, String two, String says) {
    assertThat(
            refused("society_battle_start(cast(? as text), ?, cast(? as text))", battle, one, two))
        .isEqualTo(says);
  }

  @Test
  void whatIsWrongOtherwiseIsNamed() {
    assertThat(
            refused("society_battle_start(?, ?, ?, ?)", "b", "my_community", "chaos_horde", "huge"))
        .isEqualTo(
            "22023 ERROR: society_battle_start: priority: expected low, normal or high, got 'huge'");
    assertThat(refused(END, "b", "my_community"))
        .isEqualTo("23503 ERROR: society_battle_end: battle: expected the id of a battle, got 'b'");
    assertThat(refused(END, "battle_456", "rival_faction"))
        .isEqualTo(
            "22023 ERROR: society_battle_end: winner: expected my_community, chaos_horde or null, got"
                + " 'rival_faction'");
    society.execute(
        "insert into battles (id, community1_id, community2_id) values ('b', 'my_community', 'chaos_horde')");
    assertThat(refused(END, "b", "my_community"))
        .isEqualTo(
            "55000 ERROR: society_battle_end: battle: expected an active battle, got 'pending'");
  }

  @Test
  void aGameThatDiesBeforeItsCommitHasStartedNothing() {
    try (Handle game = society.database.writes().open()) {
      game.begin();
      game.createQuery("select society_battle_start('b', 'my_community', 'chaos_horde')")
          .mapTo(String.class)
          .one();
      game.rollback();
    }
    assertThat(society.number("select count(*) from battles where id = 'b'")).isZero();
    assertThat(outboxRows("battle.started")).isZero();
  }
}
