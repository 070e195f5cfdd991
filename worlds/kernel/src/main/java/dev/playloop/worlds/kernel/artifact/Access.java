package dev.playloop.worlds.kernel.artifact;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.kernel.books.Books;
import dev.playloop.worlds.kernel.books.Code;
import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.books.Payment;
import dev.playloop.worlds.kernel.books.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The checks before an effect, in their fixed order (exists, not deleted, protected, permission),
/// and what a contract asks for it. In the effect's transaction. Thread-safe.
public final class Access {
  private final Machine machine;

  public Access(Machine machine) {
    this.machine = machine;
  }

  /// What the contract allows. A custom contract's answer was found out before, about these very
  /// versions of target and contract; what it read must not have moved since.
  public Permission permit(Deed deed, Artifact target, Request request) throws Refusal {
    Permission permission =
        machine
            .contracts()
            .<RuntimeException>decide(
                target,
                request,
                id -> Artifact.share(deed.db(), id),
                (contract, of, asked) ->
                    answered(deed, new ContractRun.Check(machine, contract, of, asked)));
    if (!permission.allowed()) {
      throw Refusal.of(
              Code.NOT_AUTHORIZED,
              request.caller()
                  + " may not "
                  + request.verb().wire()
                  + " "
                  + target.id()
                  + ": "
                  + permission.reason())
          .about("artifact_id");
    }
    return permission;
  }

  private static Permission answered(Deed deed, ContractRun.Check check) {
    Permission permission = deed.outside().of(check);
    if (!unmoved(deed, permission.seen())) {
      deed.outside().forget(check);
      return deed.outside().of(check);
    }
    return permission;
  }

  /// Whether artifacts still have the versions they had, and keep them until the end.
  public static boolean unmoved(Deed deed, Map<String, Long> versions) {
    if (versions.isEmpty()) {
      return true;
    }
    Map<String, Long> now =
        deed.db()
            .createQuery(
                "select id, version from artifact where id = any(:ids) order by id for share")
            .bindArray("ids", String.class, versions.keySet())
            .reduceRows(
                new java.util.HashMap<String, Long>(),
                (known, row) -> {
                  known.put(
                      row.getColumn("id", String.class), row.getColumn("version", Long.class));
                  return known;
                });
    return now.equals(versions);
  }

  /// Who pays whom for a permission; null where it costs nothing. A contract can charge the one who
  /// acts, itself or the target, and nobody else.
  public static @Nullable Payment cost(Permission permission, String actor, Artifact target)
      throws Refusal {
    Permission.Cost cost = permission.cost();
    if (cost == null) {
      return null;
    }
    String payer = cost.payer() == null ? actor : cost.payer();
    if (!payer.equals(actor) && !payer.equals(target.contract()) && !payer.equals(target.id())) {
      throw Refusal.of(
          Code.NOT_AUTHORIZED,
          "The contract of "
              + target.id()
              + " wants "
              + payer
              + " to pay, who has no part in this");
    }
    String recipient = cost.recipient() == null ? target.payee() : cost.recipient();
    return recipient != null && Books.moves(cost.scrip(), payer, recipient)
        ? new Payment(payer, recipient, cost.scrip(), "contract_cost")
        : null;
  }

  /// Pays what the contract asks for, and sets what it sets. Locks the accounts of the payment and
  /// `others`, and says which exist.
  public List<String> settle(Deed deed, Artifact target, Permission permission, Set<String> others)
      throws Refusal {
    Payment cost = cost(permission, deed.actor(), target);
    Set<String> accounts = new java.util.HashSet<>(others);
    if (cost != null) {
      accounts.add(cost.from());
      accounts.add(cost.to());
    }
    List<String> there = accounts.isEmpty() ? List.of() : deed.books().lock(accounts);
    if (cost != null) {
      deed.pay(cost, there);
    }
    if (permission.updates() != null) {
      deed.update(
          "update artifact set state = state || cast(:updates as jsonb), version = version + 1"
              + " where id = :id",
          Map.of("id", target.id(), "updates", Json.text(permission.updates())));
    }
    return there;
  }
}
