package dev.playloop.worlds.kernel;

import dev.playloop.worlds.kernel.artifact.Artifact;
import dev.playloop.worlds.kernel.artifact.Condition;
import dev.playloop.worlds.kernel.artifact.Machine;
import dev.playloop.worlds.kernel.artifact.Permission;
import dev.playloop.worlds.kernel.artifact.Request;
import dev.playloop.worlds.kernel.books.Answers;
import dev.playloop.worlds.kernel.books.Books;
import dev.playloop.worlds.kernel.books.Code;
import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.books.Payment;
import dev.playloop.worlds.kernel.books.Refusal;
import dev.playloop.worlds.sandbox.GuestCall;
import dev.playloop.worlds.sandbox.HostPort;
import dev.playloop.worlds.sandbox.HostRefusal;
import dev.playloop.worlds.sandbox.Limits;
import dev.playloop.worlds.sandbox.Outcome;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What an artifact's code can do: the same checks in the same order as for the tools. The artifact
/// is the caller that contracts see; the principal whose action it is pays for reads and nested
/// invocations; `pay` takes from the artifact's own wallet. Used by one thread.
final class Host implements HostPort {
  static final int MAX_DEPTH = 5;

  private final Machine machine;
  private final Effects effects;
  private final Artifact self;
  private final int depth;

  Host(Machine machine, Effects effects, Artifact self, int depth) {
    this.machine = machine;
    this.effects = effects;
    this.self = self;
    this.depth = depth;
  }

  @Override
  public JsonNode invoke(String artifact, List<JsonNode> args)
      throws HostRefusal, InterruptedException {
    int mark = effects.mark();
    try {
      return nested(artifact, args);
    } catch (Refusal refusal) {
      effects.rollback(mark);
      effects.told(failed(artifact, refusal.code().wire(), refusal.getMessage()));
      throw Machine.host(refusal);
    } catch (HostRefusal refusal) {
      effects.rollback(mark);
      throw refusal;
    }
  }

  private JsonNode nested(String id, List<JsonNode> args)
      throws Refusal, HostRefusal, InterruptedException {
    if (depth >= MAX_DEPTH) {
      throw Refusal.of(Code.RUNTIME_ERROR, "invocations nest deeper than " + MAX_DEPTH);
    }
    Artifact target = effects.seen(machine.open(id));
    Condition.executable(target);
    permitted(target, new Request(self.id(), Request.Verb.INVOKE, args));
    long price = Invoked.price(target, effects.payer());
    affords(price);
    Outcome outcome =
        machine
            .sandbox()
            .run(
                Invoked.program(target),
                args,
                new GuestCall(self.id(), target.id()),
                Limits.DEFAULT,
                new Host(machine, effects, target, depth + 1));
    return switch (outcome) {
      case Outcome.Failed failed -> throw Refusal.of(Invoked.code(failed), failed.message());
      case Outcome.Returned returned -> {
        String payee = target.payee();
        if (price > 0 && payee != null) {
          effects.pay(new Payment(effects.payer(), payee, price, "invoke_price"));
        }
        effects.told(Invoked.succeeded(self.id(), target, price, depth + 1, outcome.cpuMillis()));
        yield returned.value();
      }
    };
  }

  private void affords(long price) throws Refusal {
    long has = price == 0 ? 0 : effects.balance(effects.payer());
    if (has < price) {
      throw Refusal.insufficient(effects.payer(), price, has);
    }
  }

  private void permitted(Artifact target, Request request) throws Refusal, InterruptedException {
    Permission permission = machine.decide(target, request, 1);
    if (!permission.allowed()) {
      throw Refusal.of(
          Code.NOT_AUTHORIZED,
          self.id()
              + " may not "
              + request.verb().wire()
              + " "
              + target.id()
              + ": "
              + permission.reason());
    }
    effects.permitted(permission, target);
  }

  private Deed.Happening failed(String artifact, String code, String message) {
    return Invoked.failed(self.id(), artifact, code, message, depth + 1);
  }

  @Override
  public JsonNode read(String artifact) throws HostRefusal, InterruptedException {
    int mark = effects.mark();
    try {
      Artifact target = effects.seen(machine.open(artifact));
      permitted(target, Request.to(Request.Verb.READ, self.id()));
      long price = 0;
      String payee = target.payee();
      if (payee != null && Books.moves(target.prices().read(), effects.payer(), payee)) {
        price = target.prices().read();
        effects.pay(new Payment(effects.payer(), payee, price, "read_price"));
      }
      effects.told(Reading.readBy(self.id(), target, price));
      return target.shown().put("read_price_paid", price);
    } catch (Refusal refusal) {
      effects.rollback(mark);
      throw Machine.host(refusal);
    }
  }

  @Override
  public JsonNode query(JsonNode query) throws HostRefusal {
    return machine.query(query);
  }

  @Override
  public JsonNode pay(String to, long amount) throws HostRefusal {
    try {
      if (amount <= 0) {
        throw Refusal.of(Code.INVALID_ARGUMENT, "Expected an amount above 0, got " + amount);
      }
      if (to.equals(self.id())) {
        throw Refusal.of(Code.INVALID_ARGUMENT, "An artifact can't pay itself");
      }
      effects.pay(new Payment(self.id(), to, amount, "payment"));
      return Answers.data()
          .put("amount", amount)
          .put("recipient", to)
          .put("sender_balance", effects.balance(self.id()));
    } catch (Refusal refusal) {
      throw Machine.host(refusal);
    }
  }

  @Override
  public long balance() {
    return effects.balance(self.id());
  }
}
