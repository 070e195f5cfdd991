package dev.playloop.worlds.society;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.WorldSource.Batch;
import dev.playloop.worlds.model.WorldSource.Unreadable;
import dev.playloop.worlds.society.model.SocietyWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the outbox relays, and that it skips nothing.
@NeedsInfra
class OutboxTest {
  private TestSociety society;
  private SocietyOutbox outbox;
  private @Nullable String cursor;

  @BeforeEach
  void open() {
    society = TestSociety.seeded();
    outbox = new SocietyOutbox(society.database);
    cursor = null;
  }

  @AfterEach
  void close() {
    society.close();
  }

  /// Skips what the fixtures published.
  private void skipFixtures() {
    take(7);
  }

  /// Polls until this many rows have come; the horizon may trail for a moment.
  private List<Object> take(int rows) {
    List<Object> taken = new ArrayList<>();
    TestSociety.await(
        rows + " outbox rows",
        () -> {
          Batch batch = outbox.poll(cursor, 100);
          taken.addAll(batch.triggers());
          taken.addAll(batch.events());
          cursor = batch.cursor();
          return taken.size() >= rows;
        });
    return taken;
  }

  private Trigger trigger() {
    return (Trigger) take(1).getFirst();
  }

  private void act(String actor, String tool, String args, int hops) {
    Action plain = society.call(actor, tool, args);
    Action action = plain.hops(hops);
    assertThat(society.actions.perform(action).status()).isEqualTo(Status.DONE);
  }

  @Test
  void fixturesPublishTheViewOfEveryAgent() {
    List<Object> events = take(7);
    assertThat(events)
        .extracting(event -> ((WorldEvent) event).scene().value())
        .containsExactlyInAnyOrder(
            "society:ada",
            "society:bea",
            "society:cal",
            "society:dov",
            "society:eli",
            "society:fay",
            "society:gil");
    Scene scene = Scene.empty(new SocietyWorld().perspective().homeScene("dov"));
    for (Object event : events) {
      WorldEvent change = (WorldEvent) event;
      scene = change.scene().equals(scene.id()) ? scene.with(change) : scene;
    }
    assertThat(new SocietyWorld().perspective().see(scene, "dov").summary())
        .isEqualTo(
            "You are Dov. Health 100/100, energy 30/100, morale 60/100, 0 gold. You carry nothing."
                + " You belong to Iron Guard. Open battles of your community: battle-789 against"
                + " Rival Faction; battle_456 against Chaos Horde.");
  }

  @Test
  void theVersionOfAResultIsTheVersionOfTheViewThatShowsIt() {
    skipFixtures();
    Scene scene = Scene.empty(new SocietyWorld().perspective().homeScene("cal"));
    for (String call :
        List.of(
            "do_work {\"jobType\":\"mining\"}",
            "buy_item {\"itemName\":\"food\",\"quantity\":10}",
            "consume_item {\"itemName\":\"food\",\"quantity\":4}",
            "join_community {\"communityId\":\"my_community\"}",
            "ignore_battle {\"battleId\":\"battle_456\"}",
            "join_battle {\"battleId\":\"battle-789\",\"energyAmount\":9}",
            "leave_community {\"communityId\":\"my_community\"}")) {
      int blank = call.indexOf(' ');
      ActionResult result =
          society.actions.perform(
              society.call("cal", call.substring(0, blank), call.substring(blank + 1)));
      assertThat(result.status()).as("%s: %s", call, result).isEqualTo(Status.DONE);
      WorldEvent event = (WorldEvent) take(1).getFirst();
      scene = scene.with(event);
      assertThat(scene.version()).as(call).isEqualTo(result.worldVersion());
    }
    var state = new SocietyWorld().perspective().see(scene, "cal").state();
    assertThat(state.path("inventory")).hasToString("{\"food\":6}");
    assertThat(state.path("energy").asInt()).isEqualTo(10 + 28 - 9);
    assertThat(state.path("community").isNull()).isTrue();
    assertThat(state.path("battles")).isEmpty();
  }

  @Test
  void aMessageTriggersTheAgentThatReceivesIt() {
    skipFixtures();
    act("ada", "send_message", "{\"userId\":\"bea\",\"content\":\"Trade with me?\"}", 3);
    Trigger trigger = trigger();
    assertThat(trigger.agent()).isEqualTo(new AgentId("society/bea"));
    assertThat(trigger.kind()).isEqualTo("chat.message");
    assertThat(trigger.text()).isEqualTo("Trade with me?");
    assertThat(trigger.subject()).isEqualTo(new Trigger.Subject("user", "ada"));
    assertThat(trigger.hops()).isEqualTo(3);
    assertThat(trigger.id()).matches("outbox-[0-9]+");
    assertThat(trigger.replyTo())
        .isEqualTo(Objects.requireNonNull(trigger.data()).path("messageId").asString());

    act("bea", "reply_to_message", reply(trigger, "No."), trigger.hops() + 1);
    Trigger answer = trigger();
    assertThat(answer.agent()).isEqualTo(new AgentId("society/ada"));
    assertThat(answer.hops()).isEqualTo(4);
    assertThat(answer.replyTo()).as("an answer owes no answer").isNull();
  }

  private static String reply(Trigger trigger, String text) {
    return "{\"messageId\":\"" + trigger.replyTo() + "\",\"content\":\"" + text + "\"}";
  }

  @Test
  void aMessageThatNamesTheAgentIsAMention() {
    skipFixtures();
    act("ada", "send_message", "{\"userId\":\"bea\",\"content\":\"Hear me, @Bea!\"}", 0);
    assertThat(trigger().kind()).isEqualTo("chat.mention");
  }

  @Test
  void aPostWakesTheOtherMembersAndWhomItMentions() {
    skipFixtures();
    act(
        "dov",
        "create_post",
        "{\"communityId\":\"my_community\",\"content\":\"To arms @gil and @ada, not @adam\"}",
        0);
    List<Object> triggers = take(4);
    assertThat(triggers)
        .extracting(t -> ((Trigger) t).agent().name() + " " + ((Trigger) t).kind())
        .containsExactlyInAnyOrder(
            "ada chat.mention", "gil chat.mention", "eli post.created", "fay post.created");
  }

  @Test
  void aProposalWakesTheOtherMembers() {
    skipFixtures();
    act(
        "fay",
        "create_proposal",
        "{\"communityId\":\"my_community\",\"title\":\"Walls\",\"description\":\"Higher ones\"}",
        0);
    List<Object> triggers = take(3);
    assertThat(triggers)
        .extracting(t -> ((Trigger) t).agent().name() + " " + ((Trigger) t).kind())
        .containsExactly("dov proposal.created", "eli proposal.created", "gil proposal.created");
    assertThat(((Trigger) triggers.getFirst()).text())
        .isEqualTo("Fay proposes: Walls\nHigher ones");
  }

  @Test
  void joiningABattleWakesOnlyUndecidedAgentsOfTheOtherSide() {
    skipFixtures();
    act("gil", "ignore_battle", "{\"battleId\":\"battle-789\"}", 0);
    act("fay", "join_battle", "{\"battleId\":\"battle-789\",\"energyAmount\":5}", 0);
    take(2);
    act("rival-leader", "join_battle", "{\"battleId\":\"battle-789\",\"energyAmount\":5}", 0);
    List<Object> triggers = take(2);
    assertThat(triggers)
        .extracting(t -> ((Trigger) t).agent().name() + " " + ((Trigger) t).kind())
        .containsExactly("dov battle.joined", "eli battle.joined");
    assertThat(((Trigger) triggers.getFirst()).subject())
        .isEqualTo(new Trigger.Subject("battle", "battle-789"));
  }

  @Test
  void nobodyIsWokenForAHuman() {
    skipFixtures();
    act("ada", "send_message", "{\"userId\":\"user-100\",\"content\":\"Hello @Mia\"}", 0);
    assertThat(society.number("select count(*) from outbox where topic <> 'view.changed'"))
        .isZero();
  }

  @Test
  void aGameServerMayWriteRowsOfItsOwn() {
    skipFixtures();
    society.execute(
        "insert into outbox (topic, key, payload)"
            + " values ('weather.storm', 'ada', '{\"text\":\"A storm is coming\"}')");
    Trigger trigger = trigger();
    assertThat(trigger.kind()).isEqualTo("weather.storm");
    assertThat(trigger.text()).isEqualTo("A storm is coming");
  }

  @Test
  void aRowOf30MegabytesIsADeadLetterAndTheOthersAreRelayed() {
    skipFixtures();
    society.execute(
        """
        insert into outbox (topic, key, payload) values ('test.row', 'ada', '{"text":"before"}');
        insert into outbox (topic, key, payload)
          values ('test.row', 'ada', jsonb_build_object('text', repeat('x', 30000000)));
        insert into outbox (topic, key, payload) values (repeat('x', 1000000), 'ada', '{}');
        insert into outbox (topic, key, payload) values ('test.row', 'ada', '{"text":"after"}')\
        """);
    List<String> texts = new ArrayList<>();
    List<Unreadable> unreadable = new ArrayList<>();

    TestSociety.await(
        "four rows",
        () -> {
          Batch batch = outbox.poll(cursor, 100);
          cursor = batch.cursor();
          batch.triggers().forEach(trigger -> texts.add(trigger.text()));
          unreadable.addAll(batch.unreadable());
          return texts.size() + unreadable.size() >= 4;
        });

    assertThat(texts).containsExactly("before", "after");
    assertThat(unreadable)
        .hasSize(2)
        .allSatisfy(row -> {
          assertThat(row.row()).startsWith("outbox row ");
          assertThat(row.content()).isEmpty();
        });
    assertThat(unreadable.getFirst().reason()).contains("30000020 bytes");
  }

  @Test
  void aBatchEndsWhereItHasBytesEnough() {
    skipFixtures();
    society.execute(
        """
        insert into outbox (topic, key, payload)
          select 'test.row', 'ada', jsonb_build_object('text', n, 'more', repeat('x', 100000))
          from generate_series(1, 60) n\
        """);
    List<Integer> sizes = new ArrayList<>();
    List<String> texts = new ArrayList<>();

    TestSociety.await(
        "60 rows",
        () -> {
          Batch batch = outbox.poll(cursor, 500);
          cursor = batch.cursor();
          sizes.add(batch.triggers().size());
          batch.triggers().forEach(trigger -> texts.add(trigger.text()));
          return texts.size() >= 60;
        });

    assertThat(texts).hasSize(60).doesNotHaveDuplicates();
    assertThat(sizes).allSatisfy(size -> assertThat(size).isLessThan(20));
  }

  @Test
  void aRowThatCommitsLateIsNotSkipped() {
    skipFixtures();
    try (Handle slow = society.database.writes().open();
        Handle fast = society.database.writes().open()) {
      slow.begin();
      row(slow, "first");
      fast.begin();
      row(fast, "second");
      fast.commit();
      List<Object> early = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        Batch batch = outbox.poll(cursor, 100);
        cursor = batch.cursor();
        early.addAll(batch.triggers());
      }
      assertThat(early).as("nothing passes an open transaction").isEmpty();
      slow.commit();
    }
    assertThat(take(2)).extracting(t -> ((Trigger) t).text()).containsExactly("first", "second");
    assertThat(outbox.poll(cursor, 100).isEmpty()).isTrue();
  }

  @Test
  void aLaterTransactionWithASmallerIdIsNotSkipped() {
    skipFixtures();
    try (Handle early = society.database.writes().open();
        Handle late = society.database.writes().open()) {
      early.begin();
      early.createQuery("select cast(pg_current_xact_id() as text)").mapTo(String.class).one();
      late.begin();
      row(late, "smaller id, later transaction");
      row(early, "greater id, earlier transaction");
      early.commit();
      assertThat(take(1))
          .extracting(t -> ((Trigger) t).text())
          .containsExactly("greater id, earlier transaction");
      late.commit();
    }
    assertThat(take(1))
        .extracting(t -> ((Trigger) t).text())
        .containsExactly("smaller id, later transaction");
  }

  @Test
  void underConcurrentWritersEveryRowComesExactlyOnce() throws Exception {
    skipFixtures();
    long seed = 42;
    List<Callable<Boolean>> writers = new ArrayList<>();
    for (int w = 0; w < 8; w++) {
      int writer = w;
      writers.add(() -> {
        Random random = new Random(seed + writer);
        for (int i = 0; i < 50; i++) {
          int number = writer * 100 + i;
          int rows = 1 + random.nextInt(3);
          boolean commit = random.nextInt(10) > 0;
          society
              .database
              .writes()
              .useHandle(handle -> {
                handle.begin();
                for (int r = 0; r < rows; r++) {
                  row(handle, number + "." + r + (commit ? "" : " rolled back"));
                }
                if (commit) {
                  handle.commit();
                } else {
                  handle.rollback();
                }
              });
        }
        return true;
      });
    }
    List<String> seen = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(8)) {
      List<Future<Boolean>> running = writers.stream().map(threads::submit).toList();
      while (running.stream().anyMatch(future -> !future.isDone())) {
        pollInto(seen, 7);
      }
      for (Future<Boolean> future : running) {
        assertThat(future.get()).isTrue();
      }
    }
    long written = society.number("select count(*) from outbox where topic = 'test.row'");
    TestSociety.await(
        written + " rows with seed " + seed,
        () -> {
          pollInto(seen, 7);
          return seen.size() >= written;
        });
    pollInto(seen, 100);
    assertThat(seen).as("seed %d", seed).hasSize((int) written).doesNotHaveDuplicates();
    assertThat(seen).noneMatch(text -> text.endsWith("rolled back"));
  }

  private void pollInto(List<String> seen, int max) {
    Batch batch = outbox.poll(cursor, max);
    assertThat(batch.triggers().size() + batch.events().size()).isLessThanOrEqualTo(max);
    cursor = batch.cursor();
    batch.triggers().forEach(trigger -> seen.add(trigger.text()));
  }

  private static void row(Handle handle, String text) {
    handle
        .createUpdate(
            "insert into outbox (topic, key, payload)"
                + " values ('test.row', 'ada', jsonb_build_object('text', :text))")
        .bind("text", text)
        .execute();
  }

  @Test
  void aBatchPolledAgainFromItsCursorIsTheSame() {
    Batch first = outbox.poll(null, 3);
    TestSociety.await("seven rows", () -> outbox.poll(null, 100).events().size() == 7);
    assertThat(outbox.poll(null, 3)).isEqualTo(outbox.poll(null, 3));
    assertThat(first.events().size()).isLessThanOrEqualTo(3);
    Batch all = outbox.poll(null, 100);
    assertThat(outbox.poll(all.cursor(), 100))
        .isEqualTo(new Batch(List.of(), List.of(), all.cursor()));
  }

  @Test
  void aCursorThatIsNotOursIsRefused() {
    assertThatThrownBy(() -> outbox.poll("1:2; drop table outbox", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cursor");
  }

  @Test
  void rowsPassedByADurableCursorAreDeletedAfterAWeek() {
    skipFixtures();
    act("ada", "send_message", "{\"userId\":\"bea\",\"content\":\"x\"}", 0);
    society.execute("update outbox set created_at = now() - interval '8 days'");
    String durable = cursor;
    IntStream.range(0, 2_000).forEach(i -> outbox.poll(durable, 1));
    assertThat(society.rows("select topic from outbox"))
        .as("only what the cursor has not passed is left")
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("topic", "message.received"));
  }
}
