package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.kernel.books.KernelDatabase;
import dev.playloop.worlds.kernel.model.KernelTool;
import dev.playloop.worlds.model.TestExecutor;
import dev.playloop.worlds.postgres.FaultyDatabase;
import dev.playloop.worlds.postgres.WorldDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/// A thread that took a second connection while it holds one could wait for ever, once all threads
/// do: there are fewer connections than writers.
@NeedsInfra
class OneConnectionTest {
  private final List<String> nested = new ArrayList<>();
  private int open;
  private int opened;

  @Test
  void noActionHoldsTwoConnections() throws InterruptedException {
    try (TestKernel kernel = TestKernel.seeded()) {
      DataSource counted = counted(new FaultyDatabase(kernel.server, "kernel"));
      KernelDatabase database = new KernelDatabase(new WorldDatabase(counted, counted));
      TestExecutor<KernelTool> actions =
          TestKernel.executing(new KernelActions(database, kernel.sandbox, 10));
      programs(kernel);
      List<String> calls =
          List.of(
              "transfer_scrip {\"to\":\"beta\",\"amount\":1}",
              "transfer_scrip {\"to\":\"beta\",\"amount\":100000}",
              "read_artifact {\"artifact_id\":\"paid_corpus\"}",
              "read_artifact {\"artifact_id\":\"guarded\"}",
              "query_artifacts {\"name_pattern\":\"*corpus*\"}",
              "write_artifact {\"artifact_id\":\"made\",\"content\":\"double\","
                  + "\"artifact_type\":\"executable\",\"access_contract_id\":\"freeware\"}",
              "edit_artifact {\"artifact_id\":\"board\",\"old_string\":\"Write\",\"new_string\":\"W\"}",
              "invoke_artifact {\"artifact_id\":\"busy\",\"args\":[\"7\"]}",
              "invoke_artifact {\"artifact_id\":\"broken\"}",
              "submit_to_task {\"task_id\":\"double\",\"artifact_id\":\"made\"}",
              "delete_artifact {\"artifact_id\":\"made\"}");
      for (int i = 0; i < calls.size(); i++) {
        String[] call = calls.get(i).split(" ", 2);
        Action action = TestKernel.action("one" + i, "delta", call[0], call[1]);
        actions.simulate(action);
        actions.perform(action);
        actions.perform(action);
        actions.reconcile(action, null);
      }
      new KernelOutbox(database).poll(null, 1_000);
      assertThat(opened).isGreaterThan(4 * calls.size());
      assertThat(nested).isEmpty();
      assertThat(open).isZero();
      assertThat(kernel.sandbox.runs("busy")).as("the code did run").isPositive();
      assertThat(kernel.sandbox.runs("guard")).as("the contract did run").isPositive();
    }
  }

  /// Code that does all it can, and a contract that reads.
  private static void programs(TestKernel kernel) {
    kernel.program(
        "busy",
        "beta",
        "freeware",
        1,
        (args, call, host) -> {
          host.query(Json.tree("{\"name_pattern\":\"*corpus*\"}"));
          host.read("paid_corpus");
          host.invoke("echo", args);
          host.pay("beta", 1);
          return Json.NODES.numberNode(host.balance());
        });
    kernel.wallet("busy", 10);
    kernel.program(
        "guard",
        "beta",
        "freeware",
        0,
        (args, call, host) -> {
          host.read("corpus");
          return Json.NODES.booleanNode(true);
        });
    kernel.execute("select kernel_artifact('guarded', 'text', 'x', 'beta', 'guard')");
  }

  /// All on the thread of the test, for so are the lambdas that stand for code.
  private DataSource counted(DataSource real) {
    return (DataSource)
        Proxy.newProxyInstance(
            OneConnectionTest.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, args) -> taken(real.getConnection()));
  }

  private Connection taken(Connection real) throws SQLException {
    opened++;
    if (++open > 1) {
      nested.add(Arrays.toString(Thread.currentThread().getStackTrace()));
    }
    return (Connection)
        Proxy.newProxyInstance(
            OneConnectionTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, args) -> {
              if (method.getName().equals("close") && !real.isClosed()) {
                open--;
              }
              try {
                return method.invoke(real, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
