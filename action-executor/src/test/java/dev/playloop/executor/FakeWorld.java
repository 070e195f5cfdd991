package dev.playloop.executor;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldActions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A world whose effects are counted per action id, and whose behaviour a test may change.
final class FakeWorld implements World, WorldActions {
  static final String NAME = "arena";

  sealed interface ArenaTool extends Tool {
    @Describe("Look at somebody.")
    @Traits(effect = Effect.READ)
    record LookAt(@Describe("who") String name) implements ArenaTool {}

    @Describe("Strike.")
    @Traits(effect = Effect.WRITE)
    record Strike(@Describe("how hard") @Bounds(min = 1, max = 10) int force)
        implements ArenaTool {}
  }

  /// What a call of the world does; `effects` are the actions that took effect.
  @FunctionalInterface
  interface Behaviour {
    ActionResult run(Action action) throws InterruptedException;
  }

  /// As [Behaviour], of a world that asks for its lease before each step.
  @FunctionalInterface
  interface Steps {
    ActionResult run(Action action, Lease lease) throws InterruptedException;
  }

  /// What happens while the world is observed.
  @FunctionalInterface
  interface Pause {
    void run() throws InterruptedException;
  }

  private static final ToolCatalogue TOOLS = ToolCatalogue.ofSealed(ArenaTool.class);

  private final Safety safety;
  final List<ActionId> effects = new CopyOnWriteArrayList<>();
  final List<String> calls = new CopyOnWriteArrayList<>();
  final Map<ActionId, ActionResult> kept = new ConcurrentHashMap<>();
  volatile Behaviour onPerform = this::act;
  volatile Steps onSteps = (action, lease) -> perform(action);
  volatile Behaviour onReconcile = this::tell;
  volatile Pause onObserve = () -> {};
  volatile @Nullable JsonNode preState;
  volatile @Nullable JsonNode seenPreState;

  FakeWorld(Safety safety) {
    this.safety = safety;
  }

  /// Does what the world should: a transactional one remembers the action.
  ActionResult act(Action action) {
    if (safety == Safety.TRANSACTIONAL && kept.containsKey(action.action())) {
      return kept.get(action.action());
    }
    if (!action.tool().equals("look_at")) {
      effects.add(action.action());
    }
    ActionResult result = done(action, "landed");
    kept.put(action.action(), result);
    return result;
  }

  /// Tells what happened.
  ActionResult tell(Action action) {
    return effects.contains(action.action())
        ? done(action, "it had landed")
        : error(action, Status.FAILED, "not_done");
  }

  static ActionResult cannotTell(Action action) {
    return error(action, Status.UNKNOWN, "cannot_tell");
  }

  static ActionResult done(Action action, String text) {
    return ActionResult.done(
        action.action(), action.agent(), Json.NODES.objectNode().put("text", text), null);
  }

  static ActionResult error(Action action, Status status, String code) {
    return ActionResult.failed(
        action.action(), action.agent(), status, new ActionError(code, code, null, false));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ToolCatalogue tools() {
    return TOOLS;
  }

  @Override
  public String memoryTool() {
    return "remember_run";
  }

  @Override
  public Perspective perspective() {
    return new Perspective() {
      @Override
      public SceneId homeScene(String actor) {
        return new SceneId("arena");
      }

      @Override
      public Sight see(Scene scene, String actor) {
        return new Sight(Json.NODES.objectNode(), "", 0);
      }
    };
  }

  @Override
  public Safety safety() {
    return safety;
  }

  @Override
  public ActionResult perform(Action action) throws InterruptedException {
    calls.add("perform");
    return onPerform.run(action);
  }

  @Override
  public ActionResult perform(Action action, Lease lease) throws InterruptedException {
    return onSteps.run(action, lease);
  }

  @Override
  public ActionResult reconcile(Action action, @Nullable JsonNode state)
      throws InterruptedException {
    calls.add("reconcile");
    seenPreState = state;
    return onReconcile.run(action);
  }

  @Override
  public ActionResult simulate(Action action) {
    calls.add("simulate");
    return done(action, "would land");
  }

  @Override
  public @Nullable JsonNode observeBefore(Action action) throws InterruptedException {
    calls.add("observe");
    onObserve.run();
    return preState;
  }

  @Override
  public void close() {}
}
