package dev.playloop.worlds.kernel;

import dev.playloop.schemas.event.Action;
import dev.playloop.worlds.kernel.Invocation.Ran;
import dev.playloop.worlds.kernel.artifact.Access;
import dev.playloop.worlds.kernel.artifact.Artifact;
import dev.playloop.worlds.kernel.artifact.Condition;
import dev.playloop.worlds.kernel.artifact.Machine;
import dev.playloop.worlds.kernel.artifact.Permission;
import dev.playloop.worlds.kernel.artifact.Request;
import dev.playloop.worlds.kernel.books.Answers;
import dev.playloop.worlds.kernel.books.Bill;
import dev.playloop.worlds.kernel.books.Code;
import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.books.Holds;
import dev.playloop.worlds.kernel.books.Outside;
import dev.playloop.worlds.kernel.books.Payment;
import dev.playloop.worlds.kernel.books.Refusal;
import dev.playloop.worlds.kernel.model.KernelWrite.InvokeArtifact;
import dev.playloop.worlds.sandbox.Outcome;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Invocations of executable artifacts. The price is held before the code runs; one transaction
/// behind it settles the hold or gives it back, and applies what the code did. A retry finds the
/// hold.
final class Invoking {
  private static final String DESCRIBE = "describe";

  private final Machine machine;
  private final Access access;

  Invoking(Machine machine, Access access) {
    this.machine = machine;
    this.access = access;
  }

  ObjectNode invoke(Deed deed, Action action, InvokeArtifact call, boolean simulated)
      throws Refusal {
    String id = call.artifactId();
    Ran ran = ran(deed.outside(), action, call);
    Optional<Artifact> found = ran == null ? Artifact.find(deed.db(), id) : lock(deed, id, ran);
    Artifact artifact = Condition.open(found, id);
    if (DESCRIBE.equals(call.method())) {
      return Reading.describe(deed, artifact);
    }
    Condition.executable(artifact);
    Permission permission =
        access.permit(
            deed,
            artifact,
            new Request(deed.actor(), Request.Verb.INVOKE, Invocation.parsed(args(call))));
    Invocation question = question(deed, artifact, permission, new Asked(action, call, simulated));
    if (ran == null) {
      affords(deed, artifact, permission, simulated);
      ran = deed.outside().of(question);
    }
    return settle(deed, artifact, permission, ran, question);
  }

  /// The call, the action that it is, and whether it is only imagined.
  private record Asked(Action action, InvokeArtifact call, boolean simulated) {}

  /// What the code may make the caller pay is what is left beside the contract's cost.
  private Invocation question(Deed deed, Artifact artifact, Permission permission, Asked asked)
      throws Refusal {
    Payment cost = Access.cost(permission, deed.actor(), artifact);
    long spent = 0;
    if (cost != null && cost.from().equals(deed.actor())) {
      Bill.within(deed.bill().max(), spent, cost);
      spent = cost.amount();
    }
    long price = Invoked.price(artifact, deed.actor());
    if (price > 0) {
      Bill.within(
          deed.bill().max(),
          spent,
          new Payment(deed.actor(), String.valueOf(artifact.payee()), price, "invoke_price"));
      spent += price;
    }
    return new Invocation(
        machine,
        asked.action(),
        artifact,
        args(asked.call()),
        new Invocation.Terms(asked.simulated(), deed.bill().max(), spent));
  }

  private static List<String> args(InvokeArtifact call) {
    return call.args() == null ? List.of() : call.args();
  }

  /// Whether the action has yet to find out what its code comes to, so that its transaction can
  /// only end in the question or in a refusal.
  boolean isBeforeRun(Outside outside, Action action, InvokeArtifact call) {
    return !DESCRIBE.equals(call.method()) && ran(outside, action, call) == null;
  }

  /// The artifact, locked with what the effects change, in the order of ids.
  private static Optional<Artifact> lock(Deed deed, String id, Ran ran) {
    Set<String> ids = new TreeSet<>(ran.effects().seen().keySet());
    ids.add(id);
    return Artifact.lock(deed.db(), List.copyOf(ids)).stream()
        .filter(artifact -> artifact.id().equals(id))
        .findFirst();
  }

  /// Refuses before the code runs. The price alone is looked at where it is held, which an imagined
  /// invocation does not do.
  private static void affords(
      Deed deed, Artifact artifact, Permission permission, boolean simulated) throws Refusal {
    Payment cost = Access.cost(permission, deed.actor(), artifact);
    long own = cost != null && cost.from().equals(deed.actor()) ? cost.amount() : 0;
    if (own == 0 && !simulated) {
      return;
    }
    long needed = Invoked.price(artifact, deed.actor()) + own;
    if (needed > 0 && !Holds.isOpen(deed)) {
      long has = deed.books().balance(deed.actor());
      if (has < needed) {
        throw Refusal.insufficient(deed.actor(), needed, has);
      }
    }
  }

  private ObjectNode settle(
      Deed deed, Artifact artifact, Permission permission, Ran ran, Invocation question)
      throws Refusal {
    Outcome outcome = ran.outcome();
    if (outcome == null) {
      throw Refusal.insufficient(deed.actor(), ran.price(), deed.books().balance(deed.actor()));
    }
    if (!Access.unmoved(deed, ran.effects().seen())) {
      deed.outside().forget(question);
      deed.outside().of(question);
    }
    Refusal exceeded = ran.effects().exceeded();
    if (exceeded != null) {
      throw exceeded;
    }
    if (outcome instanceof Outcome.Failed failed) {
      throw Refusal.of(Invoked.code(failed), failed.message());
    }
    String payee = ran.price() > 0 ? artifact.payee() : null;
    Set<String> accounts = new HashSet<>(ran.effects().accounts());
    accounts.add(payee == null ? deed.actor() : payee);
    List<String> there = access.settle(deed, artifact, permission, accounts);
    if (payee != null) {
      price(deed, payee, ran.price(), there);
    } else {
      release(deed, "nothing to pay");
    }
    ran.effects().apply(deed, there);
    Outcome.Returned returned = (Outcome.Returned) outcome;
    deed.happened(
        Invoked.succeeded(
            deed.actor(), artifact, payee == null ? 0 : ran.price(), 1, returned.cpuMillis()));
    consumed(deed, returned.cpuMillis());
    ObjectNode data = Answers.data();
    data.set("result", returned.value());
    return data.put("price_paid", payee == null ? 0 : ran.price()).put("recipient", payee);
  }

  /// From what is held, or, where that went back meanwhile, from the balance.
  private static void price(Deed deed, String payee, long price, List<String> there)
      throws Refusal {
    if (Holds.close(deed, "settled").isEmpty()) {
      deed.pay(new Payment(deed.actor(), payee, price, "invoke_price"), there);
      return;
    }
    if (!there.contains(payee)) {
      throw Refusal.of(Code.NOT_FOUND, "There is no principal " + payee + " to pay");
    }
    deed.bill().add(new Payment(deed.actor(), payee, price, "invoke_price"));
    deed.books().release(payee, price, "invoke_price");
  }

  private static void release(Deed deed, String reason) {
    Holds.close(deed, "released")
        .ifPresent(held -> deed.books().release(deed.actor(), held, reason));
  }

  /// After a refusal: gives back the hold, pays for what the code has read, and tells. Where it
  /// would have cost too much nothing is paid: the code's words, and what it read, are not told.
  void failed(Deed deed, InvokeArtifact call, Refusal refusal, @Nullable Ran ran) {
    Effects reads =
        ran == null || refusal.code() == Code.COST_EXCEEDED
            ? new Effects(machine, deed.actor(), 0, 0)
            : ran.effects().ofReads();
    List<String> there = deed.books().lock(reads.accounts());
    release(deed, "invocation failed");
    try {
      reads.apply(deed, there);
    } catch (Refusal spent) {
      // What it had for the reads is gone meanwhile; what could be paid is paid.
      deed.happened(
          "scrip_unpaid", null, spent.getMessage(), Answers.data().put("reason", "read_price"));
    }
    deed.happened(
        Invoked.failed(
            deed.actor(), call.artifactId(), refusal.code().wire(), refusal.getMessage(), 1));
    if (ran != null && ran.outcome() != null) {
      consumed(deed, ran.outcome().cpuMillis());
    }
  }

  /// What the code came to, if it ran for this action.
  @Nullable Ran ran(Outside outside, Action action, InvokeArtifact call) {
    return outside.known(
        new Invocation(machine, action, null, args(call), new Invocation.Terms(false, 0, 0)));
  }

  private static void consumed(Deed deed, long cpuMillis) {
    deed.happened(
        "resource_consumed",
        null,
        deed.actor() + " used " + cpuMillis + " ms of CPU",
        Answers.data().put("resource", "cpu_seconds").put("amount", cpuMillis / 1000.0));
  }
}
