package dev.playloop.loop;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.World;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// LLM money that the agent's world keeps, beside the caps of its config: held by an internal write
/// before each call, settled by another one when its cost is known. See [World.AccountTools].
///
/// A hold is named by the action that asked for it. What gives it back and what settles it have the
/// next numbers, so that none can happen twice; all go through the agent's own lane and keep their
/// order. A call that was given up may be settled after all, even where its hold was given back.
final class Account {
  private static final int FIRST = Release.INTERNAL + 10;
  private static final int STEP = 3;
  private static final int RELEASE = 1;
  private static final int SETTLE = 2;

  private Account() {}

  static boolean isKept(Draft draft) {
    return draft.catalogues.account(draft.agent) != null;
  }

  /// Asks for a hold of up to `usd`.
  static void reserve(Draft draft, BigDecimal usd, int issues) {
    ask(draft, usd, issues, 1);
  }

  private static void ask(Draft draft, BigDecimal usd, int issues, int asked) {
    RunDraft run = draft.run();
    int number = run.holds == null ? 0 : run.holds;
    run.holds = number + 1;
    ActionId hold = run.turn().action(FIRST + STEP * number);
    ObjectNode args = Json.NODES.objectNode();
    args.put("turn", hold.value());
    args.put("upper_bound_usd", usd);
    Release.internal(
        draft, hold, tools(draft).reserve(), args, draft.at.plus(Release.limit(draft)));
    run.phase = new Run.Reserving(hold, usd, issues, asked, Release.settleAt(draft));
  }

  /// The world has answered: the turn goes out within what is held.
  static void reserved(Draft draft, Run.Reserving reserving, ActionResult result) {
    switch (result.status()) {
      case DONE -> call(draft, reserving, held(reserving, result));
      case REFUSED -> {
        draft.run().phase = new Run.Thinking(); // nothing is held
        Closing.end(draft, RunOutcome.OUT_OF_BUDGET, why(result));
      }
      case FAILED -> fail(draft, result.status(), why(result));
      case EXPIRED, UNKNOWN, SKIPPED, TIMED_OUT -> {} // asked again once it is due
    }
  }

  private static BigDecimal held(Run.Reserving reserving, ActionResult result) {
    JsonNode held = result.output() == null ? null : result.output().get("held_usd");
    return held != null && held.isNumber()
        ? held.decimalValue().min(reserving.usd())
        : BigDecimal.ZERO;
  }

  private static void call(Draft draft, Run.Reserving reserving, BigDecimal held) {
    if (draft.halt != null) {
      release(draft, reserving.hold());
      Turns.issue(draft, reserving.issues());
      return;
    }
    Route route =
        Objects.requireNonNull(
            draft.runConfig().route(draft.run().origin.triggerClass()), "it was asked for one");
    BigDecimal permit = held.min(Budget.permit(draft));
    if (permit.signum() <= 0 && !Budget.isFree(route)) {
      Closing.end(draft, RunOutcome.OUT_OF_BUDGET, "the world holds no money for another call");
    } else {
      Turns.call(draft, route, permit, reserving.issues(), reserving.hold());
    }
  }

  /// No answer in all its time. What it may hold after all is given back, and asked for once more.
  static void overdue(Draft draft, Run.Reserving reserving) {
    release(draft, reserving.hold());
    if (reserving.asked() < Turns.MAX_ISSUES) {
      ask(draft, reserving.usd(), reserving.issues(), reserving.asked() + 1);
    } else {
      fail(draft, ActionResult.Status.TIMED_OUT, "the world did not hold the money for a call");
    }
  }

  private static void fail(Draft draft, ActionResult.Status status, String why) {
    draft.run().phase = new Run.Thinking(); // nothing is held, and nothing is called
    Fallback.run(draft, "account_" + status.name().toLowerCase(Locale.ROOT), why);
  }

  private static String why(ActionResult result) {
    return result.error() == null
        ? "the world holds no money for another call"
        : result.error().code() + ": " + result.error().message();
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
    World.AccountTools tools = draft.catalogues.account(draft.agent);
    if (tools != null) { // the world may have given up its account with a release
      ActionId id = hold.turn().action(number + step);
      Release.internal(draft, id, tools.settle(), args, draft.at.plus(Release.PATIENCE));
    }
  }

  private static World.AccountTools tools(Draft draft) {
    return Objects.requireNonNull(draft.catalogues.account(draft.agent), "asked for before");
  }
}
