package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.backend.AccountNonces;
import dev.playloop.worlds.chain.backend.BlockMark;
import dev.playloop.worlds.chain.backend.CallPreview;
import dev.playloop.worlds.chain.backend.ChainBackend;
import dev.playloop.worlds.chain.backend.ChainMark;
import dev.playloop.worlds.chain.backend.Submitter;
import dev.playloop.worlds.chain.lane.AttemptJson.Kept;
import dev.playloop.worlds.chain.lane.ChainAccounts.Found.Granted;
import dev.playloop.worlds.chain.lane.WriteOrders.Order;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Acts on a chain for a [ChainGame]: each write is one transaction of the actor's account, signed
/// and on the ledger before it is sent, and the same bytes however often. An account's writes share
/// a lane, which is why each write of the game is declared by its actor. Thread-safe.
///
/// ```
/// prepare: earlier ones landed → nonce → simulated → reserved → signed ─► ledger
/// perform: sent → watched, sent again, made dearer (ledger first) ─► one result
/// watchOnce: what has landed, until it is deep; what has vanished, sent again
/// ```
public final class ChainActions<T extends Tool> implements WorldActions<T> {
  private final ChainGame<T> game;
  private final WriteOrders<T> orders;
  private final LaneParts parts;
  private final LaneSettling settling;
  private final LanePreflight preflight;
  private final AccountLanes lanes = new AccountLanes();
  private final UndoneTransactions undone = new UndoneTransactions();
  private final LaneWatching watching;

  /// The chain that is acted on.
  ///
  /// @param mark what it must be, compared before anything is sent
  public record Chain(ChainBackend backend, Submitter submitter, ChainMark mark) {}

  public ChainActions(
      ChainGame<T> game,
      ChainAccounts accounts,
      Chain chain,
      LaneProfile profile,
      LaneClock clock) {
    this.game = game;
    this.orders = new WriteOrders<>(game, accounts);
    ChainGuard guard = new ChainGuard(chain.backend(), chain.mark(), profile.depth());
    this.parts = new LaneParts(chain.backend(), chain.submitter(), profile, clock, guard);
    this.settling = new LaneSettling(parts, undone);
    this.preflight = new LanePreflight(parts, settling);
    this.watching = new LaneWatching(parts, settling, lanes);
  }

  @Override
  public Class<T> type() {
    return game.type();
  }

  @Override
  public Safety safety() {
    return Safety.LEDGER;
  }

  /// What was undone after its result was told, for the lanes' own tests.
  UndoneTransactions undone() {
    return undone;
  }

  /// Compares the chain with what it must be: the sentence why nothing is sent, or null. Throws
  /// [WorldUnavailable].
  public @Nullable String checkChain() throws InterruptedException {
    try {
      parts.guard().verify();
      return parts.guard().stopped();
    } catch (NodeUnavailable e) {
      throw away(e);
    }
  }

  /// The sentence why nothing is sent to this chain any more; null where all is well. Asks nobody.
  public @Nullable String stopped() {
    return parts.guard().stopped();
  }

  /// Begins to look after what has landed, on a thread of its own, until [#close].
  public ChainActions<T> watching() {
    watching.start();
    return this;
  }

  /// One round of that: what has vanished is sent again, what is deep is let go.
  void watchOnce() throws InterruptedException {
    watching.once();
  }

  @Override
  public void takenOver(int partition, List<LedgerEntry> ledger) {
    lanes.takenOver(partition, ledger);
  }

  @Override
  public void lost(int partition) {
    lanes.lost(partition);
  }

  @Override
  public boolean keepsAttempts(ActionResult result) {
    return ChainAnswers.hasLanded(result);
  }

  @Override
  public ActionResult look(Call<T> call) throws InterruptedException {
    return game.look(call);
  }

  @Override
  public JsonNode prepare(Call<T> call) throws InterruptedException {
    Action action = call.action();
    return switch (orders.of(call)) {
      case Order.Refused(ActionError error) -> AttemptJson.refused(error);
      case Order.Allowed(Felt account, Granted granted, List<ContractCall> calls) -> {
        requireOwnLane(action);
        Instant settle = parts.clock().now().plus(parts.profile().pace().settle());
        Instant until = settle.isBefore(action.notAfter()) ? settle : action.notAfter();
        AccountLane lane = lanes.of(account);
        lane.hold();
        try {
          yield preflight.prepare(
              lane, new LanePreflight.Wish(action.action(), granted, calls, until));
        } catch (NodeUnavailable e) {
          throw away(e);
        } finally {
          lane.release();
        }
      }
    };
  }

  /// Two writes of one account in two lanes would take one nonce.
  private static void requireOwnLane(Action action) {
    if (!action.lane().value().startsWith(action.agent().world() + ":actor:")) {
      throw new IllegalStateException(
          "tool " + action.tool() + " must be declared with the lane of its actor");
    }
  }

  @Override
  public ActionResult perform(Call<T> call, Prepared prepared, Lease lease)
      throws InterruptedException {
    return switch (AttemptJson.read(prepared.attempts())) {
      case Kept.Nothing _ -> throw new IllegalStateException("nothing was prepared");
      case Kept.Refused(ActionError error) -> ChainAnswers.refused(call.action(), error);
      case Kept.Signed signed -> {
        AccountLane lane = lanes.of(account(signed));
        lane.hold();
        try {
          LaneEntry entry = lane.entry(call.action().action(), signed);
          yield new LanePursuit(parts, settling, lane, entry, errand(call, lease)).run();
        } finally {
          lane.release();
        }
      }
    };
  }

  private LanePursuit.Errand errand(Call<T> call, Lease lease) {
    CallEnding<T> ending = new CallEnding<>(call, game);
    return switch (orders.of(call)) {
      case Order.Allowed(Felt _, Granted granted, List<ContractCall> calls) ->
          new LanePursuit.Errand(lease, ending, granted, calls);
      case Order.Refused _ -> new LanePursuit.Errand(lease, ending, null, List.of());
    };
  }

  private static Felt account(Kept.Signed signed) {
    return signed.attempts().getFirst().account();
  }

  @Override
  public Reconciled reconcile(Call<T> call, Prepared prepared) throws InterruptedException {
    return switch (AttemptJson.read(prepared.attempts())) {
      case Kept.Nothing _ ->
          new Reconciled.Unknown("no_record", "the ledger does not say what was sent for it", null);
      case Kept.Refused(ActionError error) ->
          new Reconciled.Done(ChainAnswers.refused(call.action(), error));
      case Kept.Signed signed -> {
        Found found = ask(call, signed);
        while (found.mayArrive() && isQuestion(call, parts.profile().pace().poll())) {
          parts.clock().pause(parts.profile().pace().poll());
          found = ask(call, signed);
        }
        yield found.word();
      }
    };
  }

  /// What became of a write by now, and whether what was sent for it is still on its way.
  private record Found(Reconciled word, boolean mayArrive) {}

  private Found ask(Call<T> call, Kept.Signed signed) throws InterruptedException {
    AccountLane lane = lanes.of(account(signed));
    lane.hold();
    try {
      LaneEntry entry = lane.entry(call.action().action(), signed);
      Reconciled word =
          new LaneInquiry(parts, settling, lane).ask(entry, new CallEnding<>(call, game));
      return new Found(word, entry.isOut() && word instanceof Reconciled.Again);
    } catch (NodeUnavailable e) {
      throw away(e);
    } finally {
      lane.release();
    }
  }

  /// Nobody asks once more who was told that it can't be told; so it is told when it has landed,
  /// where there is time. Whoever is to perform a write pursues it instead.
  private boolean isQuestion(Call<T> call, Duration more) {
    return call.action().mode() == Action.Mode.RECONCILE
        && parts.clock().now().plus(more).isBefore(call.action().notAfter());
  }

  @Override
  public ActionResult simulate(Call<T> call) throws InterruptedException {
    return switch (orders.of(call)) {
      case Order.Refused(ActionError error) -> call.refused(error);
      case Order.Allowed(Felt account, Granted _, List<ContractCall> calls) -> {
        try {
          yield simulated(call, account, calls);
        } catch (NodeUnavailable e) {
          throw away(e);
        }
      }
    };
  }

  private ActionResult simulated(Call<T> call, Felt account, List<ContractCall> calls)
      throws InterruptedException {
    BlockMark head = parts.guard().check();
    AccountNonces nonces = parts.backend().nonces(account);
    if (parts.guard().stopped() != null || nonces == null) {
      String why = parts.guard().stopped();
      return call.refused(
          ChainAnswers.error(
              "no_chain", why == null ? "account " + account + " is not deployed" : why));
    }
    return switch (parts.backend().preview(account, nonces.pending(), calls)) {
      case CallPreview.Fits(ResourceBounds estimate, List<ChainEvent> events) -> {
        ObjectNode output = Json.NODES.objectNode().put("simulated", true);
        output.put("holdsForBlock", head.number()).put("fee", estimate.cost().toString());
        game.foretell(call.tool(), events, output);
        yield call.done(output, null);
      }
      case CallPreview.Reverts(String reason) ->
          call.refused(
              ChainAnswers.error("would_revert", reason + " (as of block " + head.number() + ")"));
    };
  }

  private WorldUnavailable away(NodeUnavailable e) {
    parts.guard().doubt();
    return new WorldUnavailable("the chain can't be reached: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    watching.close();
  }
}
