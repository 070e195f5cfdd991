package dev.playloop.worlds.model;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.worlds.model.WorldActions.Lease;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Asks a world as the executor does, without log and ledger: each action is read once, a read is
/// looked up, a write performed. Thread-safe. Closes its actions.
public final class TestExecutor<T extends Tool> implements AutoCloseable {
  private final Calls<T> calls;
  private final WorldActions<T> actions;
  private final World world;

  public TestExecutor(World world, WorldActions<T> actions) {
    this.calls = new Calls<>(world.name(), Worlds.of(world), actions.type());
    this.actions = actions;
    this.world = world;
  }

  World world() {
    return world;
  }

  public WorldActions<T> actions() {
    return actions;
  }

  /// What was asked must be a call.
  public Call<T> call(Action action) {
    return switch (calls.read(action)) {
      case Call<T> call -> call;
      case Asked.Nonsense<T> nonsense -> throw new AssertionError("no call: " + nonsense.answer());
    };
  }

  /// With a lease that nobody takes back.
  public ActionResult perform(Action action) {
    return perform(action, () -> {});
  }

  public ActionResult perform(Action action, Lease lease) {
    return switch (calls.read(action)) {
      case Asked.Nonsense<T>(ActionResult answer) -> answer;
      case Call<T> call when call.effect() == Effect.READ -> asked(() -> actions.look(call));
      case Call<T> call -> asked(() -> actions.perform(call, Prepared.NOTHING, lease));
    };
  }

  public ActionResult simulate(Action action) {
    return switch (calls.read(action)) {
      case Asked.Nonsense<T>(ActionResult answer) -> answer;
      case Call<T> call -> asked(() -> actions.simulate(call));
    };
  }

  public @Nullable JsonNode prepare(Action action) {
    return asked(() -> Optional.ofNullable(actions.prepare(call(action)))).orElse(null);
  }

  /// As who asks is told.
  public ActionResult reconcile(Action action, @Nullable JsonNode prepared) {
    return asked(() -> actions.reconcile(call(action), Prepared.of(prepared))).told(action);
  }

  private interface Asking<A> {
    A run() throws InterruptedException;
  }

  /// Nobody interrupts a test.
  private static <A> A asked(Asking<A> asking) {
    try {
      return asking.run();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    actions.close();
  }
}
