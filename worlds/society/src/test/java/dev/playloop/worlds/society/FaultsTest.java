package dev.playloop.worlds.society;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.model.TestExecutor;
import dev.playloop.worlds.model.WorldUnavailable;
import dev.playloop.worlds.postgres.FaultyDatabase;
import dev.playloop.worlds.postgres.FaultyDatabase.Fault;
import dev.playloop.worlds.postgres.TestBounds;
import dev.playloop.worlds.postgres.WorldDatabase;
import dev.playloop.worlds.society.model.SocietyTool;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/// Faults between any two steps of an action leave one effect after the retry.
@NeedsInfra
class FaultsTest {
  private TestSociety society;
  private FaultyDatabase faulty;
  private TestExecutor<SocietyTool> actions;

  @BeforeEach
  void open() {
    society = TestSociety.seeded();
    enrich(society);
    faulty = new FaultyDatabase(society.server);
    actions = TestSociety.executing(new SocietyDatabase(new WorldDatabase(faulty, faulty)));
  }

  @AfterEach
  void close() {
    society.close();
  }

  private static void enrich(TestSociety society) {
    society.execute("update users set gold = 1000 where id = 'cal'");
    society.execute(
        "insert into ledger (action_id, user_id, resource, delta, balance_after)"
            + " values ('gift', 'cal', 'gold', 1000, 1000)");
  }

  private static Action purchase(int n) {
    return TestSociety.action("buy-" + n, "cal", "buy_item", "{\"itemName\":\"food\"}");
  }

  private long bought() {
    return society.number("select coalesce(sum(quantity), 0) from inventory where user_id = 'cal'");
  }

  /// Runs a purchase with the fault at every step in turn, each time until it is through.
  private int strikeAtEveryStep(Fault fault) {
    int struck = 0;
    for (int step = 1; step < 100; step++) {
      long before = bought();
      faulty.arm(step, fault);
      ActionResult result;
      boolean failed = false;
      try {
        result = actions.perform(purchase(step));
      } catch (WorldUnavailable e) {
        failed = true;
        faulty.disarm();
        result = actions.perform(purchase(step));
      }
      faulty.disarm();
      assertThat(result.status()).as("fault at step %d: %s", step, result).isEqualTo(Status.DONE);
      assertThat(bought()).as("one effect with a fault at step %d", step).isEqualTo(before + 1);
      assertThat(actions.perform(purchase(step))).isEqualTo(result);
      assertThat(society.bookErrors()).as("fault at step %d", step).isEmpty();
      if (!failed) {
        return struck;
      }
      struck++;
    }
    throw new AssertionError("a purchase takes fewer than 100 steps");
  }

  @Test
  void aConnectionKilledBeforeAnyStepLeavesOneEffect() {
    int struck =
        strikeAtEveryStep((connection, step) -> {
          if (!connection.isClosed()) {
            kill(connection);
          }
        });
    assertThat(struck).as("the steps of one purchase").isGreaterThan(8);
  }

  @Test
  void aConnectionKilledAfterAnyStepLeavesOneEffectTheCommitIncluded() {
    AtomicInteger commits = new AtomicInteger();
    int struck =
        strikeAtEveryStep(
            new Fault() {
              @Override
              public void before(Connection connection, String step) {}

              @Override
              public void after(Connection connection, String step) throws SQLException {
                if (step.equals("commit")) {
                  commits.incrementAndGet();
                }
                kill(connection);
                // what the client sees when the server's answer is lost
                throw new SQLException("the connection is gone", "08006");
              }
            });
    assertThat(struck).isGreaterThan(8);
    assertThat(commits).as("the commit whose answer was lost").hasPositiveValue();
  }

  private void kill(Connection connection) throws SQLException {
    int pid = connection.unwrap(PGConnection.class).getBackendPID();
    society.number("select case when pg_terminate_backend(" + pid + ", 5000) then 1 else 0 end");
  }

  @Test
  void anActionThatRunsWhileItsTwinIsReconciledIsWaitedFor() throws Exception {
    Action action = purchase(1);
    try (Handle blocker = society.database.writes().open();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      blocker.begin();
      blocker.execute("select 1 from users where id = 'cal' for update");
      Future<ActionResult> performed = threads.submit(() -> society.actions.perform(action));
      awaitWaiting(1);
      Future<ActionResult> reconciled =
          threads.submit(() -> society.actions.reconcile(action, null));
      awaitWaiting(2);
      assertThat(reconciled.isDone()).isFalse();
      blocker.commit();
      assertThat(performed.get().status()).isEqualTo(Status.DONE);
      assertThat(reconciled.get()).isEqualTo(performed.get());
    }
  }

  private void awaitWaiting(int sessions) {
    Await.until(
        sessions + " sessions that wait for a lock",
        () ->
            society.number(
                    "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                        + " and datname = current_database()")
                >= sessions);
  }

  @Test
  void conflictsAreRetriedThreeTimes() {
    AtomicInteger conflicts = new AtomicInteger();
    FaultyDatabase conflicted = new FaultyDatabase(society.server);
    TestExecutor<SocietyTool> retrying =
        TestSociety.executing(new SocietyDatabase(new WorldDatabase(conflicted, conflicted)));
    conflicted.arm(3, conflict(conflicts, conflicted, 3));
    assertThat(retrying.perform(purchase(1)).status()).isEqualTo(Status.DONE);
    assertThat(conflicts).hasValue(3);
    assertThat(bought()).isEqualTo(1);

    conflicts.set(0);
    conflicted.arm(3, conflict(conflicts, conflicted, 4));
    assertThatThrownBy(() -> retrying.perform(purchase(2))).isInstanceOf(WorldUnavailable.class);
    assertThat(bought()).isEqualTo(1);
  }

  private static Fault conflict(AtomicInteger counter, FaultyDatabase database, int times) {
    return new Fault() {
      @Override
      public void before(Connection connection, String step) throws SQLException {
        if (counter.incrementAndGet() < times) {
          database.arm(6, this); // past the rollback, at a statement of the next try
        }
        throw new SQLException("deadlock detected", "40P01");
      }
    };
  }

  @Test
  void aLockHeldTooLongIsAnOutageAndChangesNothing() {
    try (TestSociety hasty = TestSociety.seeded(TestBounds.HASTY);
        SocietyDatabase patient = TestSociety.open(hasty.server)) {
      enrich(hasty);
      try (Handle blocker = hasty.database.writes().open()) {
        blocker.begin();
        blocker.execute("select 1 from users where id = 'cal' for update");
        assertThatThrownBy(() -> hasty.actions.perform(purchase(1)))
            .isInstanceOf(WorldUnavailable.class);
        blocker.rollback();
      }
      assertThat(hasty.number("select count(*) from inventory where user_id = 'cal'")).isZero();
      assertThat(TestSociety.executing(patient).perform(purchase(1)).status())
          .isEqualTo(Status.DONE);
    }
  }

  @Test
  void anExhaustedPoolIsAnOutage() {
    try (TestSociety hasty = TestSociety.seeded(TestBounds.HASTY)) {
      List<Handle> held = new java.util.ArrayList<>();
      try {
        for (int i = 0; i < 10; i++) {
          held.add(hasty.database.writes().open());
        }
        assertThatThrownBy(() -> hasty.actions.perform(purchase(1)))
            .isInstanceOf(WorldUnavailable.class);
      } finally {
        held.forEach(Handle::close);
      }
    }
  }
}
