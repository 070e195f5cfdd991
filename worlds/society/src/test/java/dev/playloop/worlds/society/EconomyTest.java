package dev.playloop.worlds.society;

import static dev.playloop.worlds.society.TestSociety.error;
import static dev.playloop.worlds.society.TestSociety.output;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.testkit.NeedsInfra;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Gold, energy and items under concurrency, and the numbers of the scenarios.
@NeedsInfra
class EconomyTest {
  private TestSociety society;

  @BeforeEach
  void open() {
    society = TestSociety.seeded();
  }

  @AfterEach
  void close() {
    society.close();
  }

  private ActionResult act(String actor, String tool, String args) {
    return society.actions.perform(society.call(actor, tool, args));
  }

  @Test
  void fourHundredConcurrentPurchasesSpendOnlyWhatIsThere() throws Exception {
    society.execute("update market_items set price = 10 where name = 'food'");
    society.execute("update users set gold = 95 where id = 'ada'");
    society.execute(
        "insert into ledger (action_id, user_id, resource, delta, balance_after)"
            + " values ('gift', 'ada', 'gold', 85, 95)");
    List<Callable<ActionResult>> calls = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      calls.add(() -> act("ada", "buy_item", "{\"itemName\":\"food\"}"));
    }
    int done = 0;
    try (var threads = Executors.newFixedThreadPool(32)) {
      for (Future<ActionResult> result : threads.invokeAll(calls)) {
        if (result.get().status() == Status.DONE) {
          done++;
        } else {
          assertThat(error(result.get()).code()).isEqualTo("insufficient_gold");
        }
      }
    }
    assertThat(done).isEqualTo(9);
    assertThat(society.number("select gold from users where id = 'ada'")).isEqualTo(5);
    assertThat(society.number("select quantity from inventory where user_id = 'ada'")).isEqualTo(9);
    assertThat(society.bookErrors()).isEmpty();
  }

  @Test
  void theMarketCheckComesOutAsWritten() {
    ActionResult poor = act("cal", "buy_item", "{\"itemName\":\"food\",\"quantity\":10}");
    assertThat(poor.status()).isEqualTo(Status.REFUSED);
    assertThat(error(poor).message()).isEqualTo("Insufficient gold. Need 50, have 0");
    ActionResult work = act("cal", "do_work", "{\"jobType\":\"mining\"}");
    assertThat(output(work).path("earned").asInt()).isEqualTo(50);
    assertThat(output(work).path("energy").asInt()).isEqualTo(10);
    assertThat(act("cal", "buy_item", "{\"itemName\":\"food\",\"quantity\":10}").status())
        .isEqualTo(Status.DONE);
    ActionResult meal = act("cal", "consume_item", "{\"itemName\":\"food\",\"quantity\":10}");
    assertThat(output(meal).path("energy").asInt()).isEqualTo(80);
    assertThat(output(meal).path("gained").path("energy").asInt()).isEqualTo(70);
    assertThat(society.bookErrors()).isEmpty();
  }

  @Test
  void theLeadersCallComesOutAsWritten() {
    ActionResult hungry = act("dov", "consume_item", "{\"itemName\":\"food\",\"quantity\":5}");
    assertThat(error(hungry).message()).isEqualTo("No food in inventory");
    act("dov", "do_work", "{\"jobType\":\"mining\"}");
    act("dov", "buy_item", "{\"itemName\":\"food\",\"quantity\":10}");
    act("dov", "consume_item", "{\"itemName\":\"food\",\"quantity\":10}");
    ActionResult fight = act("dov", "join_battle", "{\"battleId\":\"456\",\"energyAmount\":80}");
    assertThat(fight.status()).as("%s", fight).isEqualTo(Status.DONE);
    assertThat(output(fight).path("damageDealt").asInt()).isEqualTo(80);
    ActionResult reply =
        act("dov", "reply_to_message", "{\"messageId\":\"msg-001\",\"content\":\"DONE!\"}");
    assertThat(output(reply).path("to").asString()).isEqualTo("leader-789");
    assertThat(society.rows("select energy, gold from users where id = 'dov'").getFirst())
        .containsEntry("energy", 0)
        .containsEntry("gold", 0);
    assertThat(society.number("select damage1 from battles where id = 'battle_456'")).isEqualTo(80);
  }

  @Test
  void withTooLittleEnergyForTheMineTheFieldsAreLeft() {
    ActionResult mine = act("eli", "do_work", "{\"jobType\":\"mining\"}");
    assertThat(error(mine).code()).isEqualTo("insufficient_energy");
    assertThat(error(mine).message()).isEqualTo("Insufficient energy. Need 20, have 10");
    act("eli", "do_work", "{\"jobType\":\"farming\"}");
    act("eli", "buy_item", "{\"itemName\":\"food\",\"quantity\":6}");
    ActionResult meal = act("eli", "consume_item", "{\"itemName\":\"food\",\"quantity\":6}");
    assertThat(output(meal).path("energy").asInt()).isEqualTo(42);
    assertThat(
            act("eli", "join_battle", "{\"battleId\":\"battle_456\",\"energyAmount\":42}").status())
        .isEqualTo(Status.DONE);
  }

  @Test
  void effectsStopAtAHundredAndTheAnswerTellsTheRealGain() {
    society.execute("insert into inventory (user_id, item_name, quantity) values ('ada','food',5)");
    ActionResult meal = act("ada", "consume_item", "{\"itemName\":\"food\",\"quantity\":5}");
    assertThat(output(meal).path("energy").asInt()).isEqualTo(100);
    assertThat(output(meal).path("gained").path("energy").asInt()).isEqualTo(20);
  }

  @Test
  void aLimitedStockIsNeverOversold() throws Exception {
    society.execute("update users set gold = 100000 where id in ('ada', 'bea', 'cal', 'dov')");
    List<Callable<ActionResult>> calls = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      String buyer = List.of("ada", "bea", "cal", "dov").get(i % 4);
      calls.add(() -> act(buyer, "buy_item", "{\"itemName\":\"medicine\"}"));
    }
    long done = 0;
    try (var threads = Executors.newFixedThreadPool(16)) {
      for (Future<ActionResult> result : threads.invokeAll(calls)) {
        done += result.get().status() == Status.DONE ? 1 : 0;
      }
    }
    assertThat(done).isEqualTo(20);
    assertThat(society.number("select stock from market_items where name = 'medicine'")).isZero();
    assertThat(society.number("select sum(quantity) from inventory")).isEqualTo(20);
  }

  @Test
  void underARandomLoadTheBooksAgreeAndNothingIsNegative() throws Exception {
    long seed = 20261120;
    Random random = new Random(seed);
    List<String> actors = List.of("ada", "bea", "cal", "dov", "eli", "fay", "gil");
    List<Callable<ActionResult>> calls = new ArrayList<>();
    for (int i = 0; i < 1_500; i++) {
      String actor = actors.get(random.nextInt(actors.size()));
      int quantity = 1 + random.nextInt(12);
      calls.add(
          switch (random.nextInt(6)) {
            case 0, 1 -> () -> act(actor, "do_work", "{\"jobType\":\"farming\"}");
            case 2 ->
                () ->
                    act(actor, "buy_item", "{\"itemName\":\"food\",\"quantity\":" + quantity + "}");
            case 3 -> () -> act(actor, "buy_item", "{\"itemName\":\"medicine\"}");
            case 4 ->
                () ->
                    act(
                        actor,
                        "consume_item",
                        "{\"itemName\":\"food\",\"quantity\":" + quantity + "}");
            default ->
                () ->
                    act(
                        actor,
                        "join_battle",
                        "{\"battleId\":\"battle-789\",\"energyAmount\":" + quantity + "}");
          });
    }
    try (var threads = Executors.newFixedThreadPool(16)) {
      for (Future<ActionResult> result : threads.invokeAll(calls)) {
        assertThat(result.get().status()).as("seed %d", seed).isIn(Status.DONE, Status.REFUSED);
      }
    }
    assertThat(society.bookErrors()).as("seed %d", seed).isEmpty();
    assertThat(society.number("select count(*) from ledger where action_id <> 'opening'"))
        .isGreaterThan(500);
    assertThat(
            society.number(
                "select count(*) from battles b where damage1 <> coalesce((select sum(damage_dealt)"
                    + " from battle_participants p where p.battle_id = b.id and side = 1), 0)"))
        .isZero();
  }
}
