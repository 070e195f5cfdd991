package dev.playloop.worlds.kernel;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Scrip that is held for an invocation while its code runs, under the action's id; and what
/// becomes of holds that nobody comes back for.
final class Holds {
  /// Many times longer than an invocation may take with everything it invokes.
  private static final String EXPIRY = "5 minutes";

  private Holds() {}

  private static String id(Deed deed) {
    return "invoke:" + deed.op();
  }

  /// Holds a price in this transaction, or finds the hold of an earlier try: one that expired is
  /// taken anew, one whose action is over is left alone, for its answer is kept. Returns what is
  /// held; nothing where the actor has less.
  static Optional<Long> take(Deed deed, long price) {
    deed.books().lock(List.of());
    Optional<Long> earlier =
        deed.number(
            "select cast(amount as bigint) from reservation where id = :id and state <> 'expired'"
                + " for update",
            Map.of("id", id(deed)));
    if (earlier.isPresent()) {
      return earlier;
    }
    if (!deed.books().hold(deed.actor(), price, "hold")) {
      return Optional.empty();
    }
    deed.update(
        "insert into reservation (id, principal_id, resource, amount, expires_at)"
            + " values (:id, :me, 'scrip', :amount, now() + interval '"
            + EXPIRY
            + "') on conflict (id) do update set state = 'open', amount = excluded.amount,"
            + " expires_at = excluded.expires_at",
        Map.of("id", id(deed), "me", deed.actor(), "amount", price));
    return Optional.of(price);
  }

  /// What is held for this action, if anything is.
  static Optional<Long> open(Deed deed) {
    return deed.number(
        "select cast(amount as bigint) from reservation where id = :id and state = 'open'"
            + " for update",
        Map.of("id", id(deed)));
  }

  /// Closes the hold of this action, whatever became of it, so that no twin takes another; what was
  /// open must go somewhere in the same transaction.
  static void close(Deed deed, String state) {
    deed.update(
        "update reservation set state = :state where id = :id",
        Map.of("id", id(deed), "state", state));
  }

  /// Gives back what expired of one principal, whose account is locked.
  static void expire(Deed deed, String principal) {
    record Expired(String id, String resource, BigDecimal amount) {}
    List<Expired> expired =
        deed.db()
            .createQuery(
                "update reservation set state = 'expired' where principal_id = :id"
                    + " and state = 'open' and expires_at < now() returning id, resource, amount")
            .bind("id", principal)
            .map((row, context) ->
                new Expired(
                    row.getString("id"), row.getString("resource"), row.getBigDecimal("amount")))
            .list();
    for (Expired hold : expired) {
      if (hold.resource().equals("scrip")) {
        deed.books().release(principal, hold.amount().longValueExact(), "hold expired");
      } else {
        Budget.give(deed, principal, hold.amount());
        deed.happened(
            new Deed.Happening(
                "resource_allocated",
                principal,
                null,
                "a hold of " + principal + " on its LLM budget expired",
                Answers.data()
                    .put("resource", "llm_budget")
                    .put("to", principal)
                    .put("amount", hold.amount())
                    .put("reason", "hold expired: " + hold.id())));
      }
    }
  }
}
