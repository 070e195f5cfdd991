package dev.playloop.console.api;

import dev.playloop.console.source.ClusterLedger;
import dev.playloop.operator.Step;
import dev.playloop.operator.Told;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldActions.Safety;
import dev.playloop.worlds.model.Worlds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is known of a run's actions beside what their run tells: from what was sent, as it follows
/// from the journal; of calls that were not sent, or can't be folded again, from what their world
/// declares now. One thread's.
final class ActionsTold {
  private final Worlds worlds;

  /// Of calls, until they are sent.
  private final Map<ActionId, ActionKnown> called = new HashMap<>();

  private final Map<ActionId, Action> sent = new HashMap<>();
  private final Set<ActionId> told = new LinkedHashSet<>();

  ActionsTold(Worlds worlds) {
    this.worlds = worlds;
  }

  /// One action. What is null is not known.
  ///
  /// @param safety how its world makes sure that it acts once; null for a read too, which needs
  ///   nothing
  /// @param ledger what the effect ledger has of it, as long as that keeps it
  record ActionKnown(
      @Nullable Effect effect,
      Action.@Nullable Mode mode,
      @Nullable String lane,
      @Nullable Safety safety,
      @Nullable LedgerEntry ledger) {}

  /// What is told from here on is asked for apart.
  void anew() {
    told.clear();
  }

  /// It is sent; `shown`: to somebody who asks from here on.
  void sent(Action action, boolean shown) {
    sent.put(action.action(), action);
    if (shown) {
      told.add(action.action());
    }
  }

  /// Somebody is told that.
  void told(Told one) {
    if (one instanceof Told.Happened happened) {
      switch (happened.step()) {
        case Step.Decided decided -> called(decided.decision());
        case Step.Acted acted -> told.add(acted.result().action());
        case Step.Progressed progressed -> told.add(progressed.progress().action());
        case Step.Published _,
            Step.Triggered _,
            Step.TurnOpened _,
            Step.Saw _,
            Step.Closed _,
            Step.Dropped _,
            Step.Noted _ -> {}
      }
    }
  }

  private void called(Decision decision) {
    if (!(decision.outcome() instanceof Decision.Answered answered)) {
      return;
    }
    Catalogue world = worlds.current(decision.turn().run().agent().world());
    int number = 0;
    for (ToolCall call : answered.toolCalls()) {
      number++;
      ToolSpec<?> spec = world.find(call.target());
      if (spec != null && call.check() instanceof ToolCall.Valid) {
        ActionId action = ActionId.of(decision.turn(), number);
        Effect effect = call.simulate() ? Effect.READ : spec.effect();
        called.put(action, new ActionKnown(effect, null, null, safety(world, effect), null));
        told.add(action);
      }
    }
  }

  private static @Nullable Safety safety(Catalogue world, Effect effect) {
    World pure = effect == Effect.READ ? null : world.world();
    Boolean ledger = pure == null ? null : pure.keepsLedger();
    if (ledger == null) {
      return null;
    }
    return Boolean.TRUE.equals(ledger) ? Safety.LEDGER : Safety.TRANSACTIONAL;
  }

  /// All of them, by their ids.
  ///
  /// @param ledger null where there is none to ask
  /// @param since when the run opened
  Map<String, ActionKnown> known(@Nullable ClusterLedger ledger, Instant since) {
    Map<ActionId, LedgerEntry> entries = ledger == null ? Map.of() : entries(ledger, since);
    Map<String, ActionKnown> all = new LinkedHashMap<>();
    for (ActionId id : told) {
      Action action = sent.get(id);
      ActionKnown one = action == null ? called.get(id) : known(action, entries.get(id));
      if (one != null) {
        all.put(id.value(), one);
      }
    }
    return all;
  }

  private ActionKnown known(Action action, @Nullable LedgerEntry entry) {
    return new ActionKnown(
        action.effect(),
        action.mode(),
        action.lane().value(),
        safety(declared(action), action.effect()),
        entry);
  }

  /// By what it names; by what is in force where that is not held.
  private Catalogue declared(Action action) {
    String hash = action.catalogue();
    String world = action.agent().world();
    Catalogue exact = hash == null ? null : worlds.find(world, hash);
    return exact == null ? worlds.current(world) : exact;
  }

  /// Writes of worlds that keep a ledger, or don't say; what is simulated is a read.
  private Map<ActionId, LedgerEntry> entries(ClusterLedger ledger, Instant since) {
    Map<String, List<ClusterLedger.Sent>> groups = new HashMap<>();
    for (ActionId id : told) {
      Action action = sent.get(id);
      if (action != null
          && action.effect() == Effect.WRITE
          && safety(declared(action), Effect.WRITE) != Safety.TRANSACTIONAL) {
        groups
            .computeIfAbsent(
                worlds.group(action.agent().world(), action.catalogue()), _ -> new ArrayList<>())
            .add(new ClusterLedger.Sent(action, isFetched(declared(action))));
      }
    }
    Map<ActionId, LedgerEntry> entries = new HashMap<>();
    groups.forEach((group, actions) -> entries.putAll(ledger.of(group, actions, since)));
    return entries;
  }

  private static boolean isFetched(Catalogue declared) {
    World world = declared.world();
    return world != null && world.isFetched();
  }
}
