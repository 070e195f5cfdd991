package dev.playloop.worlds.kernel.books;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One action inside its transaction: who acts, what was found out before, and the events to be
/// written. Locks are taken in one order: artifacts by id, then accounts by id, then the rest. Used
/// by one thread.
public final class Deed {
  private static final String EVENTS =
      "insert into event (type, principal, other, line, fields, hops)"
          + " select *, :hops"
          + " from unnest(:types, :principals, :others, :lines, cast(:fields as jsonb[]))";

  private final Handle db;
  private final String op;
  private final String actor;
  private final int hops;
  private final Outside outside;
  private final List<Happening> happenings = new ArrayList<>();
  private final Books books = new Books(this);
  private final Bill bill;

  public Deed(Handle db, Action action, Outside outside) {
    this(db, action.action().value(), action.actor(), action.hops(), outside);
  }

  private Deed(Handle db, String op, String actor, int hops, Outside outside) {
    this.db = db;
    this.op = op;
    this.actor = actor;
    this.hops = hops;
    this.outside = outside;
    this.bill = new Bill(actor);
  }

  /// What the kernel does by itself to a principal: no agent's chain led to it.
  public static Deed ofKernel(Handle db, String op, String principal) {
    return new Deed(db, op, principal, 0, new Outside());
  }

  /// One row of the event log to be.
  public record Happening(
      String type, String principal, @Nullable String other, String line, JsonNode fields) {}

  public Handle db() {
    return db;
  }

  public Outside outside() {
    return outside;
  }

  public Books books() {
    return books;
  }

  public Bill bill() {
    return bill;
  }

  /// The principal that acts, and pays.
  public String actor() {
    return actor;
  }

  /// The action's id, under which the ledger books.
  String op() {
    return op;
  }

  public void happened(String type, @Nullable String other, String line, ObjectNode fields) {
    happened(new Happening(type, actor(), other, line, fields));
  }

  public void happened(Happening happening) {
    happenings.add(happening);
  }

  /// Pays, between accounts that are locked; `there` are those that exist.
  public void pay(Payment payment, List<String> there) throws Refusal {
    if (!there.contains(payment.to())) {
      throw Refusal.of(Code.NOT_FOUND, "There is no principal " + payment.to() + " to pay");
    }
    bill.add(payment);
    if (!books.pay(payment.from(), payment.to(), payment.amount(), payment.reason())) {
      throw Refusal.insufficient(payment.from(), payment.amount(), books.balance(payment.from()));
    }
  }

  /// Writes the events and the ledger, in one statement. While locks are held, so that their ids
  /// keep the order of the transactions.
  public void write() {
    if (happenings.isEmpty() && books.isEmpty()) {
      return;
    }
    String ledger = books.isEmpty() ? "" : Books.WRITE;
    var statement = db.createUpdate(ledger + EVENTS);
    if (!books.isEmpty()) {
      books.bind(statement);
    }
    statement
        .bind("hops", hops)
        .bindArray("types", String.class, happenings.stream().map(Happening::type).toList())
        .bindArray(
            "principals", String.class, happenings.stream().map(Happening::principal).toList())
        .bindArray("others", String.class, happenings.stream().map(Happening::other).toArray())
        .bindArray("lines", String.class, happenings.stream().map(Happening::line).toList())
        .bindArray(
            "fields", String.class, happenings.stream().map(h -> Json.text(h.fields())).toList())
        .execute();
  }

  /// The first text of a query, or nothing.
  public Optional<String> text(String sql, Map<String, ? extends Object> parameters) {
    return db.createQuery(sql).bindMap(parameters).mapTo(String.class).findFirst();
  }

  /// The first number of a query or a `returning`, or nothing.
  public Optional<Long> number(String sql, Map<String, ? extends Object> parameters) {
    return db.createQuery(sql).bindMap(parameters).mapTo(Long.class).findFirst();
  }

  public int update(String sql, Map<String, ? extends Object> parameters) {
    return db.createUpdate(sql).bindMap(parameters).execute();
  }
}
