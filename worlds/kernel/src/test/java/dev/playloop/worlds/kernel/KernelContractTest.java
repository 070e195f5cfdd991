package dev.playloop.worlds.kernel;

import dev.playloop.schemas.event.Action;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.model.OutboxContract;
import dev.playloop.worlds.model.TestExecutor;
import dev.playloop.worlds.model.WorldSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// The kernel keeps what every world owes.
@NeedsInfra
class KernelContractTest extends OutboxContract {
  private TestKernel kernel;

  @BeforeEach
  void open() {
    kernel = TestKernel.seeded();
  }

  @AfterEach
  void close() {
    kernel.close();
  }

  @Override
  protected TestExecutor<?> actions() {
    return kernel.actions;
  }

  @Override
  protected Action write(String run) {
    return TestKernel.action(run, "alpha", "transfer_scrip", "{\"to\":\"beta\",\"amount\":1}");
  }

  @Override
  protected Action refusedWrite(String run) {
    return TestKernel.action(run, "gamma", "transfer_scrip", "{\"to\":\"beta\",\"amount\":9}");
  }

  @Override
  protected void allowWhatWasRefused() {
    kernel.execute("update account set scrip = 1000 where principal_id = 'gamma'");
  }

  @Override
  protected List<BadCall> badCalls() {
    return List.of(
        new BadCall(
            TestKernel.action(
                "bad-1", "alpha", "transfer_scrip", "{\"to\":\"beta\",\"amount\":-1}"),
            "amount"),
        new BadCall(TestKernel.action("bad-2", "alpha", "transfer_scrip", "{\"amount\":1}"), "to"),
        new BadCall(
            TestKernel.action(
                "bad-3",
                "alpha",
                "write_artifact",
                "{\"artifact_id\":\"x\",\"content\":{\"claims\":[]},\"artifact_type\":\"json\"}"),
            "content"),
        new BadCall(
            TestKernel.action(
                "bad-4", "alpha", "read_artifact", "{\"artifact_id\":\"x\",\"as\":\"beta\"}"),
            "as"));
  }

  @Override
  protected long effects() {
    return kernel.scrip("beta");
  }

  @Override
  protected Object state() {
    return kernel.everything();
  }

  @Override
  protected WorldSource outbox() {
    return new KernelOutbox(kernel.database);
  }

  @Override
  protected List<Action> noticedWrites(int hops) {
    return List.of(
        chained(hops, "transfer_scrip", "{\"to\":\"beta\",\"amount\":1}"),
        chained(hops, "read_artifact", "{\"artifact_id\":\"paid_corpus\"}"),
        chained(hops, "invoke_artifact", "{\"artifact_id\":\"echo\"}"),
        chained(
            hops,
            "edit_artifact",
            "{\"artifact_id\":\"board\",\"old_string\":\"here\",\"new_string\":\"there\"}"));
  }

  private static Action chained(int hops, String tool, String args) {
    return TestKernel.action("chained-" + tool, "alpha", tool, args, hops);
  }
}
