package dev.playloop.worlds.kernel.books;

import dev.playloop.worlds.kernel.model.KernelBudget.Reserve;
import dev.playloop.worlds.kernel.model.KernelBudget.Settle;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// The LLM budget of principals, in dollars: held before a call, settled after it. Never negative;
/// parallel calls can't overspend, for a hold is one conditional update.
public final class LlmBudget {
  private static final Logger LOG = LoggerFactory.getLogger(LlmBudget.class);

  /// A hold that nobody settles goes back after this. Longer than any call with its retries.
  private static final String EXPIRY = "15 minutes";

  /// What a call costs at least where its model has no price, and each of its tokens.
  private static final BigDecimal FLOOR = new BigDecimal("0.001");

  private static final BigDecimal FLOOR_PER_TOKEN = new BigDecimal("0.000005");

  private LlmBudget() {}

  private record Held(String state, BigDecimal amount) {}

  static Optional<BigDecimal> take(Deed deed, String principal, BigDecimal amount) {
    return deed.db()
        .createQuery(
            "update resource set amount = amount - :amount where principal_id = :id"
                + " and name = 'llm_budget' and amount >= :amount returning amount")
        .bind("id", principal)
        .bind("amount", amount)
        .mapTo(BigDecimal.class)
        .findFirst();
  }

  static void give(Deed deed, String principal, BigDecimal amount) {
    deed.update(
        "insert into resource as r (principal_id, name, amount) values (:id, 'llm_budget', :amount)"
            + " on conflict (principal_id, name) do update set amount = r.amount + excluded.amount",
        Map.of("id", principal, "amount", amount));
  }

  static BigDecimal available(Deed deed, String principal) {
    return deed.db()
        .createQuery("select amount from resource where principal_id = :id and name = 'llm_budget'")
        .bind("id", principal)
        .mapTo(BigDecimal.class)
        .findFirst()
        .orElse(BigDecimal.ZERO);
  }

  /// Turns of different principals are different turns, whatever they are called.
  private static String id(Deed deed, String turn) {
    return "llm:" + deed.actor() + ":" + turn;
  }

  public static ObjectNode reserve(Deed deed, Reserve reserve) throws Refusal {
    deed.books().lock(java.util.Set.of());
    Holds.expire(deed, deed.actor());
    Optional<Held> earlier = held(deed, reserve.turn());
    if (earlier.isPresent()) {
      return reserved(deed, earlier.get().amount());
    }
    BigDecimal given = reserve.upperBoundUsd();
    boolean priced = given != null;
    BigDecimal bound = given == null ? floor(reserve.tokens(), reserve.turn()) : up(given);
    BigDecimal held = bound.signum() == 0 ? bound : takeUpTo(deed, bound);
    if (bound.signum() > 0 && held.signum() == 0) {
      throw Refusal.of(
          Code.INSUFFICIENT_FUNDS,
          "LLM budget exhausted: this call may cost "
              + bound.toPlainString()
              + " USD, "
              + deed.actor()
              + " has nothing left",
          Answers.data().put("required", bound).put("available", 0));
    }
    deed.update(
        "insert into reservation (id, principal_id, resource, amount, expires_at)"
            + " values (:id, :me, 'llm_budget', :amount, now() + interval '"
            + EXPIRY
            + "')",
        Map.of("id", id(deed, reserve.turn()), "me", deed.actor(), "amount", held));
    ObjectNode data = reserved(deed, held);
    if (!priced) {
      data.put("warning", "the model has no price; a floor per token is held");
    }
    return data;
  }

  /// Takes as much of an amount as there is, in one statement.
  private static BigDecimal takeUpTo(Deed deed, BigDecimal bound) {
    return deed.db()
        .createQuery(
            "update resource r set amount = r.amount - least(r.amount, :bound)"
                + " from (select principal_id, amount from resource where principal_id = :id"
                + " and name = 'llm_budget' for update) had"
                + " where r.principal_id = had.principal_id and r.name = 'llm_budget'"
                + " returning least(had.amount, :bound)")
        .bind("id", deed.actor())
        .bind("bound", bound)
        .mapTo(BigDecimal.class)
        .findFirst()
        .orElse(BigDecimal.ZERO);
  }

  private static ObjectNode reserved(Deed deed, BigDecimal bound) {
    return Answers.data()
        .put("held_usd", bound)
        .put("llm_budget_after", available(deed, deed.actor()));
  }

  private static Optional<Held> held(Deed deed, String turn) {
    return deed.db()
        .createQuery(
            "select state, amount from reservation where id = :id and principal_id = :me for update")
        .bind("id", id(deed, turn))
        .bind("me", deed.actor())
        .map((row, context) -> new Held(row.getString("state"), row.getBigDecimal("amount")))
        .findFirst();
  }

  public static ObjectNode settle(Deed deed, Settle settle) throws Refusal {
    deed.books().lock(java.util.Set.of());
    Held held =
        held(deed, settle.turn())
            .orElseThrow(() ->
                Refusal.of(Code.NOT_FOUND, "Nothing was reserved for turn " + settle.turn())
                    .about("turn"));
    if (held.state().equals("settled")) {
      return Answers.data()
          .put("settled", true)
          .put("llm_budget_after", available(deed, deed.actor()));
    }
    boolean priced = settle.costUsd() != null || settle.failed() != null;
    BigDecimal cost =
        settle.costUsd() != null
            ? up(settle.costUsd())
            : settle.failed() != null ? BigDecimal.ZERO : floor(tokens(settle), settle.turn());
    // What expired or was released has gone back already, so the whole cost comes from the budget
    // as
    // it is now.
    BigDecimal hold = held.state().equals("open") ? held.amount() : BigDecimal.ZERO;
    BigDecimal uncovered = BigDecimal.ZERO;
    if (cost.compareTo(hold) <= 0) {
      give(deed, deed.actor(), hold.subtract(cost));
    } else {
      uncovered = overrun(deed, cost.subtract(hold));
    }
    boolean over = settle.failed() == null || cost.signum() > 0;
    deed.update(
        "update reservation set state = :state where id = :id",
        Map.of("id", id(deed, settle.turn()), "state", over ? "settled" : "released"));
    return told(deed, settle, cost, uncovered, priced);
  }

  /// Takes what the budget still has of a cost beyond the hold; returns what it has not.
  private static BigDecimal overrun(Deed deed, BigDecimal beyond) {
    BigDecimal taken = beyond.min(available(deed, deed.actor()));
    if (taken.signum() > 0 && take(deed, deed.actor(), taken).isEmpty()) {
      throw new Overtaken("the budget of " + deed.actor() + " changed");
    }
    return beyond.subtract(taken);
  }

  private static ObjectNode told(
      Deed deed, Settle settle, BigDecimal cost, BigDecimal uncovered, boolean priced) {
    boolean failed = settle.failed() != null;
    ObjectNode fields =
        Answers.data()
            .put("turn", settle.turn())
            .put("model", settle.model())
            .put("input_tokens", settle.inputTokens())
            .put("output_tokens", settle.outputTokens())
            .put("api_cost", cost)
            .put("llm_budget_after", available(deed, deed.actor()));
    if (failed) {
      fields.put("reason", settle.failed());
    }
    if (uncovered.signum() > 0) {
      fields.put("uncovered", uncovered);
    }
    if (!priced) {
      fields.put("warning", "the model has no price; a floor per token was charged");
    }
    deed.happened(
        failed ? "thinking_failed" : "thinking",
        null,
        deed.actor()
            + (failed ? " could not think: " + settle.failed() : " thought with " + settle.model()),
        fields);
    return fields.deepCopy().put("settled", true);
  }

  private static long tokens(Settle settle) {
    long in = settle.inputTokens() == null ? 0 : settle.inputTokens();
    long out = settle.outputTokens() == null ? 0 : settle.outputTokens();
    return in + out;
  }

  private static BigDecimal floor(@org.jspecify.annotations.Nullable Long tokens, String turn) {
    LOG.atWarn().addKeyValue("turn", turn).log("a model without a price: a floor per token counts");
    return up(FLOOR_PER_TOKEN.multiply(BigDecimal.valueOf(tokens == null ? 0 : tokens)).max(FLOOR));
  }

  private static BigDecimal up(BigDecimal usd) {
    return usd.setScale(Money.DECIMALS, RoundingMode.UP);
  }
}
