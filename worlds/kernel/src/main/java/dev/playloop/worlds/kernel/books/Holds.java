package dev.playloop.worlds.kernel.books;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Scrip that is held for an invocation while its code runs, under the action's id; and what
/// becomes of holds that nobody comes back for.
public final class Holds {
  /// Many times longer than an invocation may take with everything it invokes.
  private static final String EXPIRY = "5 minutes";

  /// The account is locked before, so this statement sees what any other try of the action did.
  private static final String TAKE =
      """
      with earlier as (
        select cast(amount as bigint) as amount from reservation
        where id = :id and state <> 'expired'),
      taken as (
        update account set scrip = scrip - :amount, version = version + 1
        where principal_id = :me and scrip >= :amount and not exists (select 1 from earlier)
        returning scrip),
      held as (
        insert into reservation (id, principal_id, resource, amount, expires_at)
        select :id, :me, 'scrip', :amount, now() + interval '%s' from taken
        on conflict (id) do update set state = 'open', amount = excluded.amount,
          expires_at = excluded.expires_at)
      select (select amount from earlier) as earlier, (select scrip from taken) as rest\
      """
          .formatted(EXPIRY);

  private Holds() {}

  /// What an earlier try holds, or what the actor has left after a hold was taken.
  private record Taken(@Nullable Long earlier, @Nullable Long rest) {}

  private static String id(Deed deed) {
    return "invoke:" + deed.op();
  }

  /// Holds a price in this transaction, or finds the hold of an earlier try: one that expired is
  /// taken anew, one whose action is over is left alone, for its answer is kept. Returns what is
  /// held; nothing where the actor has less.
  public static Optional<Long> take(Deed deed, long price) {
    deed.books().lock(List.of());
    Taken taken =
        deed.db()
            .createQuery(TAKE)
            .bindMap(Map.of("id", id(deed), "me", deed.actor(), "amount", price))
            .map((row, context) ->
                new Taken(row.getObject("earlier", Long.class), row.getObject("rest", Long.class)))
            .one();
    if (taken.earlier() != null) {
      return Optional.of(taken.earlier());
    }
    if (taken.rest() == null) {
      return Optional.empty();
    }
    deed.books().held(deed.actor(), price, taken.rest());
    return Optional.of(price);
  }

  /// Whether something is held for this action.
  public static boolean isOpen(Deed deed) {
    return deed.number(
            "select 1 from reservation where id = :id and state = 'open'", Map.of("id", id(deed)))
        .isPresent();
  }

  /// Closes the hold of this action, whatever became of it, so that no twin takes another. Gives
  /// what was open, which must go somewhere in the same transaction; nothing where nothing was. The
  /// actor's account is locked.
  public static Optional<Long> close(Deed deed, String state) {
    return deed.number(
            "update reservation r set state = :state"
                + " from (select id, state from reservation where id = :id for update) had"
                + " where r.id = had.id returning"
                + " case when had.state = 'open' then cast(r.amount as bigint) else 0 end",
            Map.of("id", id(deed), "state", state))
        .filter(held -> held > 0);
  }

  /// Gives back what expired of one principal, whose account is locked.
  public static void expire(Deed deed, String principal) {
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
        LlmBudget.give(deed, principal, hold.amount());
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
