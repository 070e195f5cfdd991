package dev.playloop.worlds.declared.guard;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.world.Verdict;
import dev.playloop.schemas.world.WorldDeclaration.Guard;
import dev.playloop.schemas.world.WorldDeclaration.Otherwise;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.Worlds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Lets a world's guard look at what a tool says to players before it is said. The verdict is
/// prepared, and so lies on the ledger with the intent: nobody is asked twice for one action, and
/// what is said after a crash is what was allowed before. A text that is denied is a refusal with
/// its reason; one that is replaced is told in the result. Called on many threads at once. Owns the
/// actions that it guards.
public final class GuardedActions implements WorldActions<SchemaTool> {
  private final Worlds worlds;
  private final WorldActions<SchemaTool> guarded;
  private final BiFunction<DeclaredWorld, Guard, TextGuard> opener;
  private final Map<String, Opened> opened = new HashMap<>();

  private record Opened(Guard guard, TextGuard text) {}

  /// `opener` makes what asks the guard of a world; it is closed with this, or when the guard is
  /// another.
  public GuardedActions(
      Worlds worlds,
      WorldActions<SchemaTool> guarded,
      BiFunction<DeclaredWorld, Guard, TextGuard> opener) {
    this.worlds = worlds;
    this.guarded = guarded;
    this.opener = opener;
  }

  @Override
  public Class<SchemaTool> type() {
    return guarded.type();
  }

  @Override
  public Safety safety() {
    return guarded.safety();
  }

  @Override
  public ActionResult look(Call<SchemaTool> call) throws InterruptedException {
    return guarded.look(call);
  }

  @Override
  public @Nullable JsonNode prepare(Call<SchemaTool> call) throws InterruptedException {
    JsonNode prepared = guarded.prepare(call);
    Verdict verdict = verdict(call);
    if (verdict == null) {
      return prepared;
    }
    ObjectNode both =
        prepared instanceof ObjectNode object ? object.deepCopy() : Json.NODES.objectNode();
    return both.set(Verdict.FIELD, verdict.json());
  }

  /// Null where nobody looks at what this call says.
  private @Nullable Verdict verdict(Call<SchemaTool> call) throws InterruptedException {
    Action action = call.action();
    if (!(worlds.current(action.agent().world()).world() instanceof DeclaredWorld world)) {
      return null;
    }
    Guard guard = world.declaration().guard();
    String parameter = guard == null ? null : says(action);
    JsonNode text = parameter == null ? null : action.args().get(parameter);
    if (guard == null || parameter == null || text == null || !text.isString()) {
      return null;
    }
    Verdict verdict = opened(world, guard).ask(action, parameter, text.stringValue());
    if (verdict instanceof Verdict.Replaced replaced && !fits(action, parameter, replaced.text())) {
      verdict = new Verdict.Unchecked("its other text does not fit the tool");
    }
    return verdict instanceof Verdict.Unchecked(String why) && guard.onFailure() == Otherwise.DENY
        ? new Verdict.Denied("it could not be looked at (" + why + "); try again later")
        : verdict;
  }

  /// By the declaration in force; for a tool that is gone there, by the one that was called.
  private @Nullable String says(Action action) {
    String world = action.agent().world();
    ToolSpec<?> current = worlds.current(world).findAny(action.tool());
    ToolSpec<?> spec =
        current == null ? worlds.meant(world, action.catalogue()).findAny(action.tool()) : current;
    return spec == null ? null : spec.says();
  }

  private boolean fits(Action action, String parameter, String text) {
    ToolSpec<?> spec =
        worlds.meant(action.agent().world(), action.catalogue()).findAny(action.tool());
    return spec != null
        && spec.check(saying(action, parameter, text).args()) instanceof ToolCall.Valid;
  }

  private static Action saying(Action action, String parameter, String text) {
    ObjectNode args = ((ObjectNode) action.args()).deepCopy();
    args.put(parameter, text);
    return action.args(args);
  }

  private synchronized TextGuard opened(DeclaredWorld world, Guard guard) {
    Opened known = opened.get(world.name());
    if (known == null || !known.guard().equals(guard)) {
      Opened now = new Opened(guard, opener.apply(world, guard));
      opened.put(world.name(), now);
      if (known != null) {
        known.text().close();
      }
      return now.text();
    }
    return known.text();
  }

  @Override
  public ActionResult perform(Call<SchemaTool> call, Prepared prepared, Lease lease)
      throws InterruptedException {
    return switch (kept(prepared)) {
      case null -> guarded.perform(call, prepared, lease);
      case Verdict.Allowed _ -> guarded.perform(call, prepared, lease);
      case Verdict.Denied(String reason) ->
          call.refused(new ActionError("guarded", "this may not be said: " + reason, null, false));
      case Verdict.Unchecked unchecked -> told(guarded.perform(call, prepared, lease), unchecked);
      case Verdict.Replaced replaced ->
          told(guarded.perform(saying(call, replaced), prepared, lease), replaced);
    };
  }

  /// With the guard's text in place of the model's.
  private Call<SchemaTool> saying(Call<SchemaTool> call, Verdict.Replaced replaced) {
    Action action = call.action();
    String parameter = says(action);
    if (parameter == null) {
      throw new IllegalStateException("a text was replaced that nothing says");
    }
    Action other = saying(action, parameter, replaced.text());
    SchemaTool tool = new SchemaTool(call.tool().name(), other.args());
    return new Call<>(other, call.effect(), tool, call.key());
  }

  private static @Nullable Verdict kept(Prepared prepared) {
    JsonNode newest = prepared.newest();
    return newest == null ? null : Verdict.of(newest.get(Verdict.FIELD));
  }

  /// What became of the text goes with the result, to the model and into the journal.
  private static ActionResult told(ActionResult result, Verdict verdict) {
    if (result.status() != Status.DONE) {
      return result;
    }
    JsonNode output = result.output();
    ObjectNode more =
        output instanceof ObjectNode object ? object.deepCopy() : Json.NODES.objectNode();
    more.set(Verdict.FIELD, verdict.json());
    return result.with(more);
  }

  @Override
  public Reconciled reconcile(Call<SchemaTool> call, Prepared prepared)
      throws InterruptedException {
    Verdict kept = kept(prepared);
    if (kept instanceof Verdict.Denied) {
      return new Reconciled.NotDone("it was denied, and never sent", null);
    }
    Call<SchemaTool> sent =
        kept instanceof Verdict.Replaced replaced ? saying(call, replaced) : call;
    Reconciled reconciled = guarded.reconcile(sent, prepared);
    return reconciled instanceof Reconciled.Done(ActionResult result)
            && (kept instanceof Verdict.Replaced || kept instanceof Verdict.Unchecked)
        ? new Reconciled.Done(told(result, kept))
        : reconciled;
  }

  @Override
  public ActionResult simulate(Call<SchemaTool> call) throws InterruptedException {
    return guarded.simulate(call);
  }

  @Override
  public void takenOver(int partition, List<LedgerEntry> ledger) {
    guarded.takenOver(partition, ledger);
  }

  @Override
  public void lost(int partition) {
    guarded.lost(partition);
  }

  @Override
  public boolean keepsAttempts(ActionResult result) {
    return guarded.keepsAttempts(result);
  }

  @Override
  public void close() {
    guarded.close();
    synchronized (this) {
      opened.values().forEach(each -> each.text().close());
      opened.clear();
    }
  }
}
