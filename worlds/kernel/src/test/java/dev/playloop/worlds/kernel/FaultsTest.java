package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.kernel.books.KernelDatabase;
import dev.playloop.worlds.kernel.model.KernelTool;
import dev.playloop.worlds.model.TestExecutor;
import dev.playloop.worlds.model.WorldUnavailable;
import dev.playloop.worlds.postgres.FaultyDatabase;
import dev.playloop.worlds.postgres.FaultyDatabase.Fault;
import dev.playloop.worlds.postgres.WorldDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/// A connection killed between any two statements of an action leaves one effect after the retry,
/// and books that agree.
@NeedsInfra
class FaultsTest {
  private TestKernel kernel;
  private FaultyDatabase faulty;
  private TestExecutor<KernelTool> actions;

  @BeforeEach
  void open() {
    kernel = TestKernel.seeded();
    faulty = new FaultyDatabase(kernel.server, "kernel");
    actions =
        TestKernel.executing(
            new KernelActions(
                new KernelDatabase(new WorldDatabase(faulty, faulty)), kernel.sandbox, 10));
  }

  @AfterEach
  void close() {
    kernel.close();
  }

  /// Runs an action with the fault at every step in turn, each time until it is through. Returns
  /// how many steps it struck.
  private int strike(Fault fault, IntFunction<Action> action, LongSupplier effects, Status expected)
      throws InterruptedException {
    int struck = 0;
    for (int step = 1; step < 200; step++) {
      long before = effects.getAsLong();
      faulty.arm(step, fault);
      ActionResult result;
      boolean reached;
      try {
        result = actions.perform(action.apply(step));
        reached = faulty.struck();
        faulty.disarm();
      } catch (WorldUnavailable e) {
        reached = true;
        faulty.disarm();
        result = actions.perform(action.apply(step));
      }
      assertThat(result.status()).as("fault at step %d: %s", step, result).isEqualTo(expected);
      assertThat(effects.getAsLong()).as("fault at step %d", step).isEqualTo(before + 1);
      assertThat(actions.perform(action.apply(step))).isEqualTo(result);
      assertThat(effects.getAsLong()).as("replay at step %d", step).isEqualTo(before + 1);
      assertThat(kernel.bookErrors()).as("fault at step %d", step).isEmpty();
      assertThat(kernel.number("select count(*) from reservation where state = 'open'"))
          .as("holds left open by a fault at step %d", step)
          .isZero();
      if (!reached) {
        return struck;
      }
      struck++;
    }
    throw new AssertionError("an action takes fewer than 200 steps");
  }

  private Fault before() {
    return (connection, step) -> {
      if (!connection.isClosed()) {
        kill(connection);
      }
    };
  }

  private Fault after() {
    return new Fault() {
      @Override
      public void before(Connection connection, String step) {}

      @Override
      public void after(Connection connection, String step) throws SQLException {
        kill(connection);
        // what the client sees when the server's answer is lost
        throw new SQLException("the connection is gone", "08006");
      }
    };
  }

  private void kill(Connection connection) throws SQLException {
    int pid = connection.unwrap(PGConnection.class).getBackendPID();
    kernel.number("select case when pg_terminate_backend(" + pid + ", 5000) then 1 else 0 end");
  }

  private static IntFunction<Action> of(String name, String actor, String tool, String args) {
    return step ->
        TestKernel.action(name + step, actor, tool, args.replace("#", String.valueOf(step)));
  }

  @Test
  void aTransferKilledAnywhereMovesItsScripOnce() throws InterruptedException {
    IntFunction<Action> transfer =
        of("pay", "delta", "transfer_scrip", "{\"to\":\"beta\",\"amount\":1}");
    assertThat(strike(before(), transfer, () -> kernel.scrip("beta"), Status.DONE))
        .isGreaterThan(7);
    IntFunction<Action> again =
        of("again", "delta", "transfer_scrip", "{\"to\":\"beta\",\"amount\":1}");
    assertThat(strike(after(), again, () -> kernel.scrip("beta"), Status.DONE)).isGreaterThan(7);
  }

  @Test
  void aWriteKilledAnywhereLeavesOneArtifact() throws InterruptedException {
    LongSupplier artifacts = () -> kernel.number("select count(*) from artifact");
    String args =
        "{\"artifact_id\":\"new-#\",\"content\":\"x\",\"artifact_type\":\"text\","
            + "\"access_contract_id\":\"freeware\",\"has_standing\":true}";
    assertThat(strike(before(), of("w", "alpha", "write_artifact", args), artifacts, Status.DONE))
        .isGreaterThan(7);
    String other = args.replace("new-", "other-");
    assertThat(strike(after(), of("v", "alpha", "write_artifact", other), artifacts, Status.DONE))
        .isGreaterThan(7);
  }

  @Test
  void anInvocationKilledAnywherePaysItsPriceOnce() throws InterruptedException {
    LongSupplier paid = () -> (kernel.scrip("beta") - 50) / 5;
    String args = "{\"artifact_id\":\"echo\",\"args\":[\"1\"]}";
    assertThat(strike(before(), of("i", "delta", "invoke_artifact", args), paid, Status.DONE))
        .isGreaterThan(15);
    assertThat(strike(after(), of("j", "delta", "invoke_artifact", args), paid, Status.DONE))
        .isGreaterThan(15);
  }

  @Test
  void aFailingInvocationKilledAnywherePaysNothing() throws InterruptedException {
    long before = kernel.scrip("delta");
    LongSupplier told =
        () -> kernel.number("select count(*) from event where type = 'invoke_failure'");
    String args = "{\"artifact_id\":\"broken\"}";
    strike(before(), of("f", "delta", "invoke_artifact", args), told, Status.FAILED);
    strike(after(), of("g", "delta", "invoke_artifact", args), told, Status.FAILED);
    assertThat(kernel.scrip("delta")).isEqualTo(before);
  }

  @Test
  void aCallsBudgetKilledAnywhereIsHeldAndSettledOnce() throws InterruptedException {
    LongSupplier held =
        () -> kernel.number("select count(*) from reservation where resource = 'llm_budget'");
    LongSupplier told = () -> kernel.number("select count(*) from event where type = 'thinking'");
    for (Fault fault : new Fault[] {before(), after()}) {
      String run = fault.getClass().getSimpleName().isEmpty() ? "a" : "b";
      for (int step = 1; step < 24; step++) {
        long holds = held.getAsLong();
        long thoughts = told.getAsLong();
        String turn = run + "-" + step;
        Action reserve =
            TestKernel.action(
                "r" + turn,
                "alpha",
                "reserve",
                "{\"turn\":\"" + turn + "\",\"upper_bound_usd\":0.01}");
        Action settle =
            TestKernel.action(
                "s" + turn,
                "alpha",
                "settle",
                "{\"turn\":\"" + turn + "\",\"cost_usd\":0.004,\"model\":\"m\"}");
        faulty.arm(step, fault);
        performed(reserve);
        performed(settle);
        faulty.disarm();
        assertThat(held.getAsLong()).isEqualTo(holds + 1);
        assertThat(told.getAsLong()).isEqualTo(thoughts + 1);
      }
    }
    assertThat(
            kernel.number(
                "select cast((1.0 - amount - (select sum(cast(fields->>'api_cost' as numeric))"
                    + " from event where type = 'thinking')) * 100000000 as bigint) from resource"
                    + " where principal_id = 'alpha'"))
        .as("spent is the sum of what thinking cost")
        .isZero();
  }

  private void performed(Action action) throws InterruptedException {
    ActionResult result;
    try {
      result = actions.perform(action);
    } catch (WorldUnavailable e) {
      faulty.disarm();
      result = actions.perform(action);
    }
    assertThat(result.status()).as("%s", result).isEqualTo(Status.DONE);
  }
}
