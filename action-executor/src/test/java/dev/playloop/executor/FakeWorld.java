package dev.playloop.executor;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
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
final class FakeWorld implements World, WorldActions<FakeWorld.ArenaTool> {
  static final String NAME = "arena";

  sealed interface ArenaTool extends Tool {}

  sealed interface Offered extends ArenaTool {
    @Describe("Look at somebody.")
    @Traits(effect = Effect.READ)
    record LookAt(@Describe("who") String name) implements Offered {}

    @Describe("Strike.")
    @Traits(effect = Effect.WRITE)
    record Strike(@Describe("how hard") @Bounds(min = 1, max = 10) int force) implements Offered {}
  }

  /// What a closed run leaves; no model is offered it.
  @Describe("Leave a memory.")
  @Traits(effect = Effect.WRITE)
  record RememberRun() implements ArenaTool {}

  /// What a call of the world does; `effects` are the actions that took effect.
  @FunctionalInterface
  interface Behaviour<A> {
    A run(Action action) throws InterruptedException;
  }

  /// As [Behaviour], of a world that asks for its lease before each step.
  @FunctionalInterface
  interface Steps {
    ActionResult run(Action action, Lease lease) throws InterruptedException;
  }

  /// What happens while a write is prepared.
  @FunctionalInterface
  interface Pause {
    void run() throws InterruptedException;
  }

  private static final ToolCatalogue TOOLS = ToolCatalogue.ofSealed(Offered.class);
  private static final ToolCatalogue INTERNAL =
      ToolCatalogue.of(List.of(ToolSpec.of(RememberRun.class)));

  private final Safety safety;
  final List<ActionId> effects = new CopyOnWriteArrayList<>();
  final List<String> calls = new CopyOnWriteArrayList<>();
  final Map<ActionId, ActionResult> kept = new ConcurrentHashMap<>();
  volatile Behaviour<ActionResult> onPerform = this::act;
  volatile Steps onSteps = (action, lease) -> struck(action);
  volatile Behaviour<Reconciled> onReconcile = this::tell;
  volatile Pause onPrepare = () -> {};
  volatile @Nullable JsonNode prepared;
  volatile @Nullable Prepared seenPrepared;
  volatile @Nullable String seenKey;
  volatile boolean keeps;
  volatile Runnable onTakeover = () -> {};
  final List<LedgerEntry> takenOver = new CopyOnWriteArrayList<>();
  final List<Integer> lost = new CopyOnWriteArrayList<>();

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
  Reconciled tell(Action action) {
    return effects.contains(action.action())
        ? new Reconciled.Done(done(action, "it had landed"))
        : new Reconciled.NotDone("it had not landed", null);
  }

  static Reconciled cannotTell(Action action) {
    return new Reconciled.Unknown("cannot_tell", "nobody saw " + action.action(), null);
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
  public ToolCatalogue internal() {
    return INTERNAL;
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
  public Class<ArenaTool> type() {
    return ArenaTool.class;
  }

  @Override
  public void takenOver(int partition, List<LedgerEntry> ledger) {
    onTakeover.run();
    takenOver.clear();
    takenOver.addAll(ledger);
  }

  @Override
  public void lost(int partition) {
    lost.add(partition);
  }

  @Override
  public boolean keepsAttempts(ActionResult result) {
    return keeps && result.status() == Status.DONE;
  }

  @Override
  public ActionResult look(Call<ArenaTool> call) throws InterruptedException {
    calls.add("look");
    return onPerform.run(call.action());
  }

  @Override
  public ActionResult perform(Call<ArenaTool> call, Prepared found, Lease lease)
      throws InterruptedException {
    seenPrepared = found;
    seenKey = call.key();
    return onSteps.run(call.action(), lease);
  }

  private ActionResult struck(Action action) throws InterruptedException {
    calls.add("perform");
    return onPerform.run(action);
  }

  @Override
  public Reconciled reconcile(Call<ArenaTool> call, Prepared found) throws InterruptedException {
    calls.add("reconcile");
    seenPrepared = found;
    return onReconcile.run(call.action());
  }

  @Override
  public ActionResult simulate(Call<ArenaTool> call) {
    calls.add("simulate");
    return done(call.action(), "would land");
  }

  @Override
  public @Nullable JsonNode prepare(Call<ArenaTool> call) throws InterruptedException {
    calls.add("prepare");
    onPrepare.run();
    return prepared;
  }

  @Override
  public void close() {}
}
