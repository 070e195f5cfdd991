package dev.playloop.worlds.society;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.Trigger;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.Guarantee;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.model.WorldSource.Batch;
import dev.playloop.worlds.model.WorldSource.Unreadable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Test;

/// Each row comes once, whoever commits when, and whatever stands in it.
@Guarantee
@NeedsInfra
class OutboxRowsTest extends OutboxCase {
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

    Await.until(
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

    Await.until(
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
    Await.until(
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
    Await.until("seven rows", () -> outbox.poll(null, 100).events().size() == 7);
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
    IntStream.range(0, 500).forEach(i -> outbox.poll(durable, 1));
    assertThat(society.rows("select topic from outbox"))
        .as("only what the cursor has not passed is left")
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("topic", "message.received"));
  }
}
