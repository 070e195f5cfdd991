package dev.playloop.loop;

import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.worlds.model.LlmAccount;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// LLM money that the agent's world keeps, beside the caps of its config: held by an internal write
/// before each call, settled by another one when its cost is known. See [LlmAccount].
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
    return draft.catalogue().account() != null;
  }

  /// Asks for a hold of up to `usd`; `asked` says how often, this time included.
  static void reserve(Draft draft, BigDecimal usd, int issues, int asked) {
    RunDraft run = draft.run();
    ActionId hold = ActionId.of(run.turn(), FIRST + STEP * run.nextHold());
    LlmAccount account = Objects.requireNonNull(draft.catalogue().account(), "asked for before");
    LlmAccount.Ask ask = account.hold(hold, usd);
    Sending.internal(draft, hold, ask, draft.at().plus(Sending.limit(draft, ask.tool())));
    run.enter(new Phase.Reserving(hold, usd, issues, asked, Sending.settleAt(draft, ask.tool())));
  }

  /// What the world holds by this answer.
  static BigDecimal held(Draft draft, @Nullable JsonNode output) {
    LlmAccount account = draft.catalogue().account();
    return account == null ? BigDecimal.ZERO : account.held(output);
  }

  /// Nothing was called for this hold.
  static void release(Draft draft, ActionId hold) {
    settle(draft, hold, RELEASE, LlmAccount.Cost.NOT_CALLED);
  }

  /// The cost of a call is known. Nothing to do where nothing was held, or where the worker said
  /// that it was not begun, as another issue of the turn may still be at it.
  static void settle(Draft draft, @Nullable ActionId hold, Decision decision) {
    if (hold == null || decision.outcome() instanceof Decision.Expired) {
      return;
    }
    Decision.Usage usage = decision.usage();
    LlmAccount.Tokens tokens =
        usage == null ? null : new LlmAccount.Tokens(usage.input(), usage.output());
    settle(
        draft,
        hold,
        SETTLE,
        new LlmAccount.Cost(decision.costUsd(), decision.model(), tokens, failed(decision)));
  }

  private static @Nullable String failed(Decision decision) {
    return switch (decision.outcome()) {
      case Decision.Answered _ -> null;
      case Decision.Refused _ -> "refused";
      case Decision.Failed failed -> failed.failure().name().toLowerCase(Locale.ROOT);
      case Decision.Deferred _ -> "deferred";
      case Decision.Expired _ -> "expired";
    };
  }

  private static void settle(Draft draft, ActionId hold, int step, LlmAccount.Cost cost) {
    LlmAccount account = draft.catalogue().account();
    if (account != null) { // the world may have given up its account with a release
      ActionId id = ActionId.of(hold.turn(), hold.number() + step);
      Sending.internal(draft, id, account.settle(hold, cost), draft.at().plus(Sending.PATIENCE));
    }
  }
}
