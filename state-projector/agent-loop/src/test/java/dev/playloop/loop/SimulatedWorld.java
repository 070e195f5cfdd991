package dev.playloop.loop;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Executors and a naive world: it does what it is told, as often as it is told, and counts its
/// effects by action id. Executors keep what the loop counts on: an action begins by its `notAfter`
/// or not at all and takes at most its limit, and a record that is handed out again after a crash
/// does not act again. That no action is *released* twice with effect, and that no two writes
/// overlap, is the fold's doing, and checked here.
final class SimulatedWorld {
  static final Duration LIMIT = Duration.ofSeconds(30);

  private final Agenda agenda;
  private final BooleanSupplier halted;
  private final Consumer<ActionResult> results;
  private final Map<ActionId, Integer> effects =
      new TreeMap<>(java.util.Comparator.comparing(ActionId::value));
  private final Map<ActionId, Instant> writing = new HashMap<>();
  private long version;

  /// What it says that there is, and that a write would lead to.
  int gold = 5;

  SimulatedWorld(Agenda agenda, BooleanSupplier halted, Consumer<ActionResult> results) {
    this.agenda = agenda;
    this.halted = halted;
    this.results = results;
  }

  long version() {
    return version;
  }

  /// One record on the actions topic, with what its executors keep of it on their ledger.
  private static final class Handed {
    final Action action;
    @Nullable ActionResult outcome;

    Handed(Action action) {
      this.action = action;
    }
  }

  void publish(Action action) {
    if (!agenda.chance(0.02)) { // or it is lost
      Handed handed = new Handed(action);
      agenda.in(agenda.delivery(), () -> begin(handed));
    }
  }

  private void begin(Handed handed) {
    Action action = handed.action;
    if (action.mode() == Action.Mode.RECONCILE) {
      reconcile(action);
    } else if (handed.outcome != null) {
      send(handed.outcome);
    } else if (agenda.now.isAfter(action.notAfter())) {
      send(error(action, Status.EXPIRED));
    } else if (halted.getAsBoolean() && action.effect() == Effect.WRITE && !isInternal(action)) {
      send(error(action, Status.EXPIRED, ActionResult.HALTED));
    } else {
      perform(handed);
    }
  }

  private void perform(Handed handed) {
    Action action = handed.action;
    boolean write = action.effect() == Effect.WRITE && !isInternal(action);
    if (write) {
      for (Map.Entry<ActionId, Instant> other : writing.entrySet()) {
        if (!other.getKey().equals(action.action()) && other.getValue().isAfter(agenda.jumped)) {
          throw new AssertionError(
              "G2: " + action.action() + " is performed while " + other.getKey() + " is");
        }
      }
      writing.put(action.action(), agenda.now);
    }
    Duration takes =
        agenda.chance(0.03) ? agenda.millis(5_000, (int) LIMIT.toMillis()) : agenda.millis(5, 800);
    boolean dies = agenda.chance(0.03);
    agenda.in(
        takes,
        () -> {
          writing.remove(action.action());
          if (!dies || agenda.chance(0.5)) {
            handed.outcome = act(action);
          }
          if (dies) {
            agenda.in(agenda.millis(500, 120_000), () -> begin(handed));
          } else if (handed.outcome != null) {
            send(handed.outcome);
          }
        });
  }

  private ActionResult act(Action action) {
    if (action.tool().equals("reserve") && agenda.chance(0.95)) {
      BigDecimal wanted = action.args().get("upper_bound_usd").decimalValue();
      BigDecimal held = agenda.chance(0.9) ? wanted : wanted.movePointLeft(1);
      return ActionResult.done(
          action.action(), action.agent(), Json.NODES.objectNode().put("held_usd", held), null);
    }
    if (action.effect() == Effect.READ) {
      return ActionResult.done(
          action.action(), action.agent(), Json.NODES.objectNode().put("gold", gold), null);
    }
    if (agenda.chance(0.2)) {
      return error(action, agenda.chance(0.8) ? Status.REFUSED : Status.FAILED);
    }
    if (effects.merge(action.action(), 1, Integer::sum) > 1) {
      throw new AssertionError("G3: " + action.action() + " took effect twice");
    }
    if (agenda.chance(0.05)) {
      return error(action, Status.UNKNOWN); // it happened, but nobody was told
    }
    boolean named = agenda.chance(0.5);
    version++;
    return ActionResult.done(
        action.action(),
        action.agent(),
        Json.NODES.objectNode().put("ok", true),
        named ? version : null);
  }

  private void reconcile(Action action) {
    if (agenda.chance(0.2)) {
      send(error(action, Status.UNKNOWN));
    } else if (effects.containsKey(action.action())) {
      send(ActionResult.done(action.action(), action.agent(), Json.NODES.objectNode(), null));
    } else {
      send(error(action, Status.FAILED));
    }
  }

  private static ActionResult error(Action action, Status status) {
    return error(action, status, "because");
  }

  private static ActionResult error(Action action, Status status, String code) {
    return ActionResult.failed(
        action.action(),
        action.agent(),
        status,
        new ActionResult.ActionError(code, "it is so", null, false));
  }

  private static boolean isInternal(Action action) {
    String id = action.action().value();
    return Integer.parseInt(id.substring(id.lastIndexOf('.') + 1)) > Sending.INTERNAL;
  }

  private void send(ActionResult result) {
    if (agenda.chance(0.02)) {
      return; // lost
    }
    agenda.in(agenda.delivery(), () -> results.accept(result));
    if (agenda.chance(0.05)) {
      agenda.in(agenda.delivery(), () -> results.accept(result));
    }
  }
}
