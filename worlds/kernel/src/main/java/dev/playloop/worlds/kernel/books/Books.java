package dev.playloop.worlds.kernel.books;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/// The scrip of one action: each movement takes from one account and gives to another, by one
/// conditional statement each, and leaves two lines of the ledger that add up to 0, and an event. A
/// reader who adds up `principal_created`, `mint`, `transfer`, `scrip_transferred`,
/// `scrip_deducted` and `scrip_credited` gets the balances. Used by one thread.
public final class Books {
  static final String HOLDS = "@holds";
  static final String MINT = "@mint";

  /// Comes before the events of the same statement.
  static final String WRITE =
      "with booked as (insert into ledger_entry (op_id, account, delta, kind)"
          + " select :op, * from unnest(:accounts, cast(:deltas as bigint[]), :kinds)) ";

  private final Deed deed;
  private final List<Entry> entries = new ArrayList<>();

  Books(Deed deed) {
    this.deed = deed;
  }

  private record Entry(String account, long delta, String kind) {}

  /// What both sides have after a movement.
  record Moved(long fromAfter, long toAfter) {}

  /// Locks accounts in the order of their ids, the actor's among them, and says which exist.
  public List<String> lock(Collection<String> principals) {
    TreeSet<String> ids = new TreeSet<>(principals);
    ids.add(deed.actor());
    return deed.db()
        .createQuery(
            "select principal_id from account where principal_id = any(:ids)"
                + " order by principal_id for no key update")
        .bindArray("ids", String.class, List.copyOf(ids))
        .mapTo(String.class)
        .list();
  }

  public long balance(String principal) {
    return deed.number(
            "select scrip from account where principal_id = :id", Map.of("id", principal))
        .orElse(0L);
  }

  /// Moves scrip between two locked accounts; nothing where the one has less.
  Optional<Moved> move(String from, String to, long amount, String kind) {
    Optional<Long> left = take(from, amount);
    if (left.isEmpty()) {
      return Optional.empty();
    }
    long now = give(to, amount);
    enter(from, to, amount, kind);
    return Optional.of(new Moved(left.get(), now));
  }

  /// As [#move], with an event that says why.
  boolean pay(String from, String to, long amount, String reason) {
    Optional<Moved> moved = move(from, to, amount, reason);
    moved.ifPresent(after ->
        deed.happened(
            new Deed.Happening(
                "scrip_transferred",
                from,
                to,
                from + " paid " + amount + " scrip to " + to + " (" + reason + ")",
                Answers.data()
                    .put("from", from)
                    .put("to", to)
                    .put("amount", amount)
                    .put("reason", reason)
                    .put("from_after", after.fromAfter())
                    .put("to_after", after.toAfter()))));
    return moved.isPresent();
  }

  /// Notes that scrip was taken into what is held, and how much `left` its principal has.
  void held(String principal, long amount, long left) {
    enter(principal, HOLDS, amount, "hold");
    changed("scrip_deducted", principal, amount, left, "hold");
  }

  /// Gives scrip out of what is held, back to its principal or on to another.
  public void release(String principal, long amount, String reason) {
    long after = give(principal, amount);
    enter(HOLDS, principal, amount, reason);
    changed("scrip_credited", principal, amount, after, reason);
  }

  /// Makes new scrip.
  public void mint(String principal, long amount, String reason) {
    long after = give(principal, amount);
    enter(MINT, principal, amount, "mint");
    deed.happened(
        new Deed.Happening(
            "mint",
            principal,
            null,
            principal + " was given " + amount + " new scrip (" + reason + ")",
            Answers.data()
                .put("principal", principal)
                .put("amount", amount)
                .put("reason", reason)
                .put("scrip_after", after)));
  }

  private void changed(String type, String principal, long amount, long after, String reason) {
    deed.happened(
        new Deed.Happening(
            type,
            principal,
            null,
            principal + ": " + amount + " scrip (" + reason + ")",
            Answers.data()
                .put("principal", principal)
                .put("amount", amount)
                .put("reason", reason)
                .put("scrip_after", after)));
  }

  private Optional<Long> take(String principal, long amount) {
    return deed.number(
        "update account set scrip = scrip - :amount, version = version + 1"
            + " where principal_id = :id and scrip >= :amount returning scrip",
        Map.of("id", principal, "amount", amount));
  }

  private long give(String principal, long amount) {
    return deed.number(
            "update account set scrip = scrip + :amount, version = version + 1"
                + " where principal_id = :id returning scrip",
            Map.of("id", principal, "amount", amount))
        .orElseThrow(() -> new IllegalStateException("there is no account " + principal));
  }

  private void enter(String from, String to, long amount, String kind) {
    entries.add(new Entry(from, -amount, kind));
    entries.add(new Entry(to, amount, kind));
  }

  /// Whether no scrip has moved.
  boolean isEmpty() {
    return entries.isEmpty();
  }

  /// Fills in [#WRITE].
  void bind(Update statement) {
    statement
        .bind("op", deed.op())
        .bindArray("accounts", String.class, entries.stream().map(Entry::account).toList())
        .bindArray(
            "deltas", String.class, entries.stream().map(e -> String.valueOf(e.delta())).toList())
        .bindArray("kinds", String.class, entries.stream().map(Entry::kind).toList());
  }

  /// Whether a price goes from one account to another at all.
  public static boolean moves(long amount, String payer, @Nullable String payee) {
    return amount > 0 && payee != null && !payee.equals(payer);
  }
}
