package dev.playloop.loop;

import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.World;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// LLM money that the agent's world keeps, beside the caps of its config: held by an internal write
/// before each call, settled by another one when its cost is known. See [World.AccountTools].
///
/// A hold is named by the action that asked for it. What gives it back and what settles it have the
/// next numbers, so that none can happen twice; all go through the agent's own lane and keep their
/// order. A call that was given up may be settled after all, even where its hold was given back.
final class Account {
  private static final int FIRST = Sending.INTERNAL + 10;
  private static final int STEP = 3;
  private static final int RELEASE = 1;
  private static final int SETTLE = 2;

  private Account() {}

  static boolean isKept(Draft draft) {
    return draft.catalogues().account(draft.agent()) != null;
  }

  /// Asks for a hold of up to `usd`; `asked` says how often, this time included.
  static void reserve(Draft draft, BigDecimal usd, int issues, int asked) {
    RunDraft run = draft.run();
    ActionId hold = run.turn().action(FIRST + STEP * run.nextHold());
    ObjectNode args = Json.NODES.objectNode();
    args.put("turn", hold.value());
    args.put("upper_bound_usd", usd);
    Sending.internal(
        draft, hold, tools(draft).reserve(), args, draft.at().plus(Sending.limit(draft)));
    run.enter(new Phase.Reserving(hold, usd, issues, asked, Sending.settleAt(draft)));
  }

  /// Nothing was called for this hold.
  static void release(Draft draft, ActionId hold) {
    ObjectNode args = Json.NODES.objectNode();
    args.put("turn", hold.value());
    args.put("cost_usd", BigDecimal.ZERO);
    args.put("model", "none");
    args.put("failed", "not called");
    settle(draft, hold, RELEASE, args);
  }

  /// The cost of a call is known. Nothing to do where nothing was held, or where the worker said
  /// that it was not begun, as another issue of the turn may still be at it.
  static void settle(Draft draft, @Nullable ActionId hold, Decision decision) {
    if (hold == null || decision.outcome() instanceof Decision.Expired) {
      return;
    }
    ObjectNode args = Json.NODES.objectNode();
    args.put("turn", hold.value());
    args.put("cost_usd", decision.costUsd());
    args.put("model", decision.model() == null ? "none" : decision.model());
    Decision.Usage usage = decision.usage();
    if (usage != null) {
      args.put("input_tokens", usage.input());
      args.put("output_tokens", usage.output());
    }
    String failed = failed(decision);
    if (failed != null) {
      args.put("failed", failed);
    }
    settle(draft, hold, SETTLE, args);
  }

  private static @Nullable String failed(Decision decision) {
    return switch (decision.outcome()) {
      case Decision.Answered ignored -> null;
      case Decision.Refused ignored -> "refused";
      case Decision.Failed failed -> failed.failure().name().toLowerCase(Locale.ROOT);
      case Decision.Deferred ignored -> "deferred";
      case Decision.Expired ignored -> "expired";
    };
  }

  private static void settle(Draft draft, ActionId hold, int step, ObjectNode args) {
    int number = Integer.parseInt(hold.value().substring(hold.value().lastIndexOf('.') + 1));
    World.AccountTools tools = draft.catalogues().account(draft.agent());
    if (tools != null) { // the world may have given up its account with a release
      ActionId id = hold.turn().action(number + step);
      Sending.internal(draft, id, tools.settle(), args, draft.at().plus(Sending.PATIENCE));
    }
  }

  private static World.AccountTools tools(Draft draft) {
    return Objects.requireNonNull(draft.catalogues().account(draft.agent()), "asked for before");
  }
}
