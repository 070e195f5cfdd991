package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.worlds.chain.AccountKey;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Signature;
import dev.playloop.worlds.chain.Signer;
import dev.playloop.worlds.chain.backend.DrySubmitter;
import dev.playloop.worlds.chain.fee.FeePolicy;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions.Lease;
import dev.playloop.worlds.model.WorldUnavailable;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The executor as a ledger world sees it, in the order of its steps: prepare, intent, perform,
/// outcome; a successor has nothing but the ledger, as it was written. Time passes only where the
/// lane pauses, and [#passing] says what happens meanwhile.
public final class LaneBench implements LaneClock {
  static final AgentId ADA = AgentId.of("chain", "ada");
  static final AgentId BOB = AgentId.of("chain", "bob");
  static final Instant START = Instant.parse("2026-01-31T12:00:00Z");
  static final Felt CONTRACT = Felt.of(7);
  static final LaneProfile.Advice ADVICE =
      new LaneProfile.Advice("send STRK to %s", "starkli account deploy %s");

  /// A process dies.
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash(String at) {
      super(at, null, false, false);
    }
  }

  /// Places at which a process may die, or lose its partition.
  interface Places {
    default void reached(String place) {}
  }

  /// Whose account it is.
  ///
  /// @param contract what is called
  public record Owner(Felt account, AccountKey signer, Felt contract) {}

  private static final Signer SIGNER =
      new Signer() {
        @Override
        public Felt publicKey() {
          return Felt.ONE;
        }

        @Override
        public Signature sign(Felt hash) {
          return new Signature(hash, Felt.ONE);
        }
      };

  private final ChainActions.Chain chain;
  private final Owner owner;
  final List<LedgerEntry> ledger = new ArrayList<>();
  final List<String> told = new ArrayList<>();
  private final Map<ActionId, LedgerEntry> view = new LinkedHashMap<>();
  Instant now = START;
  Runnable passing = () -> {};
  Places places = new Places() {};
  FeePolicy fees = FeePolicy.capped(BigInteger.valueOf(10_000), BigInteger.valueOf(1_000_000));
  LaneProfile profile = LaneProfile.standard(ADVICE).withDepth(5);
  @Nullable String forbidden;
  ChainActions<PokeGame.Poke> actions;

  LaneBench(ModelChain chain) {
    this(
        new ChainActions.Chain(chain, chain, ModelChain.expected()),
        new Owner(ModelChain.ACCOUNT, SIGNER, CONTRACT));
  }

  /// Of an executor in a dry run.
  static LaneBench dry(ModelChain chain) {
    return new LaneBench(
        new ChainActions.Chain(chain, new DrySubmitter(chain), ModelChain.expected()),
        new Owner(ModelChain.ACCOUNT, SIGNER, CONTRACT));
  }

  public LaneBench(ChainActions.Chain chain, Owner owner) {
    this.chain = chain;
    this.owner = owner;
    this.actions = restarted();
  }

  /// A new process takes over.
  ChainActions<PokeGame.Poke> restarted() {
    ChainAccounts accounts =
        (account, agent) ->
            agent.equals(AgentId.of("chain", "mallory"))
                ? new ChainAccounts.Found.Denied("may not act here")
                : new ChainAccounts.Found.Granted(owner.signer(), fees, calls -> forbidden);
    actions = new ChainActions<>(new PokeGame(owner.contract()), accounts, chain, profile, this);
    view.clear();
    List<LedgerEntry> read =
        ledger.stream().map(entry -> Json.read(Json.bytes(entry), LedgerEntry.class)).toList();
    read.forEach(entry -> view.put(entry.action(), entry));
    actions.takenOver(0, read);
    return actions;
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public void pause(Duration time) {
    now = now.plus(time);
    places.reached("watching");
    passing.run();
  }

  static Action poke(int number, String entrypoint) {
    return poke(ADA, number, entrypoint);
  }

  static Action poke(AgentId agent, int number, String entrypoint) {
    ActionId id = ActionId.of(RunId.of(agent, "msg-1").turn(1), number);
    return Action.of(
            id,
            agent,
            ModelChain.ACCOUNT.hex(),
            "poke",
            Json.NODES.objectNode().put("entrypoint", entrypoint))
        .lane(new Lane("chain:actor:1"))
        .effect(Effect.WRITE)
        .notAfter(Instant.MAX);
  }

  /// The same for this bench's account.
  Action act(int number, String entrypoint) {
    return poke(number, entrypoint).with().actor(owner.account().hex()).build();
  }

  Action until(Action action, Duration left) {
    return action.notAfter(now.plus(left));
  }

  static Call<PokeGame.Poke> call(Action action) {
    return new Call<>(
        action, Effect.WRITE, new PokeGame.Poke(action.args().path("entrypoint").asString()), null);
  }

  /// Handles it as the executor does. Throws [WorldUnavailable] where it would try again.
  ActionResult handle(Action action) throws InterruptedException {
    return close(
        switch (view.get(action.action())) {
          case LedgerEntry.Outcome outcome when outcome.result().status() == Status.EXPIRED ->
              begin(action);
          case LedgerEntry.Outcome outcome -> outcome.result();
          case LedgerEntry.Intent intent -> goOn(action, intent);
          case null -> begin(action);
        });
  }

  /// Asks what became of it.
  ActionResult ask(Action action) throws InterruptedException {
    return close(
        switch (view.get(action.action())) {
          case LedgerEntry.Outcome outcome -> outcome.result();
          case LedgerEntry.Intent intent ->
              actions.reconcile(call(action), Prepared.of(intent)).told(action);
          case null -> throw new IllegalStateException("it was never begun");
        });
  }

  /// Asks what became of it, as the loop does, which waits so long for an answer.
  ActionResult ask(Action action, Duration left) throws InterruptedException {
    return ask(until(action, left).with().mode(Action.Mode.RECONCILE).build());
  }

  private ActionResult begin(Action action) throws InterruptedException {
    if (now.isAfter(action.notAfter())) {
      return ActionResult.of(action.action(), action.agent(), Status.EXPIRED);
    }
    JsonNode prepared = actions.prepare(call(action));
    LedgerEntry.Intent intent =
        new LedgerEntry.Intent(
            action.action(), now, List.of(new LedgerEntry.Attempt(now, prepared)));
    places.reached("before-intent");
    commit(intent);
    places.reached("after-intent");
    if (now.isAfter(action.notAfter())) {
      return ActionResult.of(action.action(), action.agent(), Status.EXPIRED);
    }
    try {
      return actions.perform(call(action), Prepared.of(intent), new LedgerLease(intent));
    } catch (WorldUnavailable e) {
      view.remove(action.action());
      throw e;
    }
  }

  private ActionResult goOn(Action action, LedgerEntry.Intent intent) throws InterruptedException {
    Reconciled found = actions.reconcile(call(action), Prepared.of(intent));
    return found instanceof Reconciled.Again && !now.isAfter(action.notAfter())
        ? actions.perform(call(action), Prepared.of(intent), new LedgerLease(intent))
        : found.told(action);
  }

  private ActionResult close(ActionResult result) {
    if (result.status() == Status.UNKNOWN
        || (view.get(result.action()) instanceof LedgerEntry.Outcome outcome
            && outcome.result().status() == result.status())) {
      return result;
    }
    places.reached("before-outcome");
    List<LedgerEntry.Attempt> kept =
        view.get(result.action()) instanceof LedgerEntry.Intent intent
                && actions.keepsAttempts(result)
            ? intent.attempts()
            : List.of();
    commit(new LedgerEntry.Outcome(result.action(), now, result, kept));
    places.reached("after-outcome");
    return result;
  }

  private void commit(LedgerEntry entry) {
    ledger.add(entry);
    view.put(entry.action(), entry);
  }

  /// The hashes of everything that is durable.
  List<String> durable() {
    return ledger.stream()
        .flatMap(entry ->
            switch (entry) {
              case LedgerEntry.Intent intent -> intent.attempts().stream();
              case LedgerEntry.Outcome outcome -> outcome.attempts().stream();
            })
        .map(attempt -> attempt.prepared().path("hash").asString())
        .toList();
  }

  private final class LedgerLease implements Lease {
    private LedgerEntry.Intent intent;

    LedgerLease(LedgerEntry.Intent intent) {
      this.intent = intent;
    }

    @Override
    public void confirm() {
      places.reached("confirming");
    }

    @Override
    public void attempt(JsonNode prepared) {
      places.reached("before-attempt");
      intent = intent.with(new LedgerEntry.Attempt(now, prepared));
      commit(intent);
      places.reached("after-attempt");
    }

    @Override
    public void tell(String step, @Nullable String receipt) {
      told.add(step);
      places.reached("after-" + step);
    }
  }
}
