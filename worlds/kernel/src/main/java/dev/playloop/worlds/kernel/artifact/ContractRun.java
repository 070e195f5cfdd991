package dev.playloop.worlds.kernel.artifact;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.kernel.books.Books;
import dev.playloop.worlds.kernel.books.Code;
import dev.playloop.worlds.kernel.books.Outside;
import dev.playloop.worlds.sandbox.GuestCall;
import dev.playloop.worlds.sandbox.HostPort;
import dev.playloop.worlds.sandbox.HostRefusal;
import dev.playloop.worlds.sandbox.Limits;
import dev.playloop.worlds.sandbox.Outcome;
import dev.playloop.worlds.sandbox.Program;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Asks a custom contract, an artifact with `check_permission(caller, action, target, context)`: 5
/// s, a read-only world, and whatever goes wrong is a refusal. What it reads may have a custom
/// contract in turn, down to a depth of 10. Runs outside of any transaction. Used by one thread.
public final class ContractRun implements HostPort {
  public static final String ENTRY = "check_permission";
  private static final int MAX_DEPTH = 10;

  private final Machine machine;
  private final Artifact contract;
  private final int depth;
  private final Map<String, Long> seen = new HashMap<>();

  private ContractRun(Machine machine, Artifact contract, int depth) {
    this.machine = machine;
    this.contract = contract;
    this.depth = depth;
  }

  /// One check, in the order it is asked for: `versions` of contract and target are part of it, so
  /// that an artifact that has moved is asked about anew.
  record Check(Machine machine, Artifact contract, Artifact target, Request request)
      implements Outside.Question<Permission> {
    @Override
    public Permission ask() throws InterruptedException {
      return ContractRun.ask(machine, contract, target, request, 1);
    }
  }

  static Permission ask(
      Machine machine, Artifact contract, Artifact target, Request request, int depth)
      throws InterruptedException {
    if (depth > MAX_DEPTH) {
      return Permission.no("contracts ask contracts, deeper than " + MAX_DEPTH);
    }
    if (!contract.executable()) {
      return Permission.no("its contract " + contract.id() + " is not executable");
    }
    ContractRun run = new ContractRun(machine, contract, depth);
    Outcome outcome =
        machine
            .sandbox()
            .run(
                new Program(contract.language(), contract.code(), ENTRY),
                arguments(target, request),
                new GuestCall(request.caller(), contract.id()),
                Limits.DEFAULT,
                run);
    return switch (outcome) {
      case Outcome.Returned returned -> Permission.of(returned.value()).having(run.seen);
      case Outcome.Failed failed ->
          Permission.no(
              "its contract "
                  + contract.id()
                  + " failed ("
                  + failed.code().wire()
                  + "): "
                  + failed.message());
    };
  }

  private static List<JsonNode> arguments(Artifact target, Request request) {
    ObjectNode context = Json.NODES.objectNode();
    context.set("state", target.state());
    context.set("metadata", target.metadata());
    context.put("created_by", target.createdBy());
    if (request.verb() == Request.Verb.INVOKE) {
      context.put("method", "run");
      context.putArray("args").addAll(request.args());
    }
    return List.of(
        Json.NODES.stringNode(request.caller()),
        Json.NODES.stringNode(request.verb().wire()),
        Json.NODES.stringNode(target.id()),
        context);
  }

  @Override
  public JsonNode invoke(String artifact, List<JsonNode> args) throws HostRefusal {
    throw new HostRefusal(Code.NOT_AUTHORIZED.wire(), "a contract can't invoke");
  }

  @Override
  public JsonNode read(String artifact) throws HostRefusal, InterruptedException {
    Artifact target = machine.open(artifact);
    Permission permission =
        machine.decide(target, Request.to(Request.Verb.READ, contract.id()), depth + 1);
    if (!permission.allowed()) {
      throw new HostRefusal(Code.NOT_AUTHORIZED.wire(), permission.reason());
    }
    seen.putAll(permission.seen());
    seen.put(target.id(), target.version());
    if (Books.moves(target.prices().read(), contract.id(), target.payee())) {
      throw new HostRefusal(
          Code.INSUFFICIENT_FUNDS.wire(), artifact + " has a read price, and a contract can't pay");
    }
    return target.shown().put("read_price_paid", 0);
  }

  @Override
  public JsonNode query(JsonNode query) throws HostRefusal {
    return machine.query(query);
  }

  @Override
  public JsonNode pay(String to, long amount) throws HostRefusal {
    throw new HostRefusal(Code.NOT_AUTHORIZED.wire(), "a contract sees the ledger and can't pay");
  }

  @Override
  public long balance() {
    return machine.balance(contract.id());
  }
}
