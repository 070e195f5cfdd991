package dev.playloop.worlds.kernel;

import dev.playloop.worlds.kernel.artifact.Access;
import dev.playloop.worlds.kernel.artifact.Artifact;
import dev.playloop.worlds.kernel.artifact.Machine;
import dev.playloop.worlds.kernel.artifact.Permission;
import dev.playloop.worlds.kernel.books.Answers;
import dev.playloop.worlds.kernel.books.Bill;
import dev.playloop.worlds.kernel.books.Code;
import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.books.Payment;
import dev.playloop.worlds.kernel.books.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// All that an invocation's code did, in order, until the transaction that settles applies it: who
/// pays whom, what contracts set, what happened. Balances are seen net of it. A nested invocation
/// that fails takes back its part, but for the prices of what it has read. Used by one thread.
final class Effects {
  static final int MAX_PAYMENTS = 200;

  private final Machine machine;
  private final String payer;
  private final long max;
  private final long spent;
  private @Nullable Refusal exceeded;
  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, Long> seen = new HashMap<>();

  /// `payer` is the original caller, whoever calls whom below it; it pays no more than `max`, of
  /// which `spent` is spent otherwise.
  Effects(Machine machine, String payer, long max, long spent) {
    this.machine = machine;
    this.payer = payer;
    this.max = max;
    this.spent = spent;
  }

  sealed interface Entry {
    record Paid(Payment payment) implements Entry {}

    record Updated(String artifact, ObjectNode updates) implements Entry {}

    record Told(Deed.Happening happening) implements Entry {}
  }

  String payer() {
    return payer;
  }

  int mark() {
    return entries.size();
  }

  /// Takes back what came after the mark, but not the prices of reads: their content was given.
  void rollback(int mark) {
    List<Entry> after = new ArrayList<>(entries.subList(mark, entries.size()));
    entries.subList(mark, entries.size()).clear();
    after.stream().filter(Effects::isRead).forEach(entries::add);
  }

  private static boolean isRead(Entry entry) {
    return switch (entry) {
      case Entry.Paid paid -> paid.payment().reason().equals("read_price");
      case Entry.Told told -> told.happening().type().equals("artifact_read");
      case Entry.Updated _ -> false;
    };
  }

  /// What is left of it where the whole invocation failed.
  Effects ofReads() {
    Effects reads = new Effects(machine, payer, max, spent);
    entries.stream().filter(Effects::isRead).forEach(reads.entries::add);
    return reads;
  }

  void told(Deed.Happening happening) {
    entries.add(new Entry.Told(happening));
  }

  /// Notes what a contract said: the versions it went by, what it sets, what it costs.
  void permitted(Permission permission, Artifact target) throws Refusal {
    Payment cost = Access.cost(permission, payer, target);
    if (cost != null) {
      pay(cost);
    }
    seen.putAll(permission.seen());
    if (permission.updates() != null) {
      entries.add(new Entry.Updated(target.id(), permission.updates()));
      seen.putIfAbsent(target.id(), target.version());
    }
  }

  /// An artifact with what contracts have set so far.
  Artifact seen(Artifact artifact) {
    ObjectNode state = null;
    for (Entry entry : entries) {
      if (entry instanceof Entry.Updated(String id, ObjectNode updates)
          && id.equals(artifact.id())) {
        if (state == null) {
          state = Answers.data();
          if (artifact.state() instanceof ObjectNode known) {
            state.setAll(known);
          }
        }
        state.setAll(updates);
      }
    }
    return state == null ? artifact : artifact.having(state);
  }

  /// Notes a payment that the payer can afford, as things stand.
  void pay(Payment payment) throws Refusal {
    if (entries.stream().filter(e -> e instanceof Entry.Paid).count() >= MAX_PAYMENTS) {
      throw Refusal.of(
          Code.QUOTA_EXCEEDED, "One invocation makes at most " + MAX_PAYMENTS + " payments");
    }
    bounded(payment);
    long has = balance(payment.from());
    if (has < payment.amount()) {
      throw Refusal.insufficient(payment.from(), payment.amount(), has);
    }
    if (!machine.isPrincipal(payment.to())) {
      throw Refusal.of(Code.NOT_FOUND, "There is no principal " + payment.to() + " to pay");
    }
    entries.add(new Entry.Paid(payment));
  }

  /// Code may go on after it was told, yet the whole invocation is refused for it.
  private void bounded(Payment payment) throws Refusal {
    if (!payment.from().equals(payer)) {
      return;
    }
    long sum = spent;
    for (Entry entry : entries) {
      if (entry instanceof Entry.Paid(Payment made) && made.from().equals(payer)) {
        sum += made.amount();
      }
    }
    try {
      Bill.within(max, sum, payment);
    } catch (Refusal refusal) {
      exceeded = refusal;
      throw refusal;
    }
  }

  /// Why all of this is refused; null where it is not.
  @Nullable Refusal exceeded() {
    return exceeded;
  }

  /// What a principal has once all of this is applied.
  long balance(String principal) {
    long net = 0;
    for (Entry entry : entries) {
      if (entry instanceof Entry.Paid(Payment payment)) {
        net += payment.to().equals(principal) ? payment.amount() : 0;
        net -= payment.from().equals(principal) ? payment.amount() : 0;
      }
    }
    return machine.balance(principal) + net;
  }

  /// Versions that must not have moved.
  Map<String, Long> seen() {
    return seen;
  }

  /// Accounts to be locked before [#apply].
  Set<String> accounts() {
    Set<String> accounts = new TreeSet<>();
    for (Entry entry : entries) {
      if (entry instanceof Entry.Paid(Payment payment)) {
        accounts.add(payment.from());
        accounts.add(payment.to());
      }
    }
    return accounts;
  }

  /// Does all of it, in order; `there` are the accounts that exist, locked.
  void apply(Deed deed, List<String> there) throws Refusal {
    for (Entry entry : entries) {
      switch (entry) {
        case Entry.Paid paid -> deed.pay(paid.payment(), there);
        case Entry.Told told -> deed.happened(told.happening());
        case Entry.Updated updated ->
            deed.update(
                "update artifact set state = state || cast(:updates as jsonb),"
                    + " version = version + 1 where id = :id",
                Map.of("id", updated.artifact(), "updates", updated.updates().toString()));
      }
    }
  }
}
