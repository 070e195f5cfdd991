package dev.playloop.worlds.declared.pull;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.worlds.declared.game.GameAnswer;
import dev.playloop.worlds.declared.game.GameResults;
import dev.playloop.worlds.declared.game.Issued;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldUnavailable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// The actions of a game that fetches them. Each is handed out to act once; what may have reached
/// the game and was not answered is asked about, and what can't be told is UNKNOWN.
///
/// ```
/// perform ── wait for a puller ── lease ── hand out ──► answered ──► result
///        └─► time over: FAILED        ▲        │ no answer in time ─► UNKNOWN
///                                     └─ not_done ── asked again, on a new connection
/// reconcile ── ask ──► ended ──► Done      not_done ──► Again, and NotDone where nobody may act
///                  └─► unknown ► Unknown
/// ```
final class PulledActions implements WorldActions<SchemaTool> {
  /// How long a puller is waited for that can tell what became of an action whose time is over.
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private final PulledWorld world;
  private final Function<Action, Duration> limits;
  private final InstantSource clock;
  private final Duration patience;

  /// What differs in tests from the usual.
  record Pace(InstantSource clock, Duration patience) {}

  /// @param limits how long a call may take
  PulledActions(PulledWorld world, Function<Action, Duration> limits, Pace pace) {
    this.world = world;
    this.limits = limits;
    this.clock = pace.clock();
    this.patience = pace.patience();
  }

  @Override
  public Class<SchemaTool> type() {
    return SchemaTool.class;
  }

  @Override
  public Safety safety() {
    return Safety.LEDGER;
  }

  @Override
  public JsonNode prepare(Call<SchemaTool> call) {
    return Issued.note(clock.instant());
  }

  /// A read that was not answered is handed out again on a new connection.
  @Override
  public ActionResult look(Call<SchemaTool> call) throws InterruptedException {
    return acted(new Order(call.action(), null), () -> {});
  }

  @Override
  public ActionResult perform(Call<SchemaTool> call, Prepared prepared, Lease lease)
      throws InterruptedException {
    return acted(new Order(call.action(), Issued.of(prepared)), lease);
  }

  private ActionResult acted(Order order, Lease lease) throws InterruptedException {
    Action action = order.action();
    return switch (world.performed(order, limits.apply(action), lease)) {
      case Whereabouts.Ended(GameAnswer.Ended ended) -> GameResults.of(action, ended);
      case Whereabouts.Ended _ ->
          unended(action, "game_forgot", "the game was asked, and does not know of this action");
      case Whereabouts.RanOut _ ->
          unended(
              action, "no_answer", "the game has fetched this action and not answered in its time");
      case Whereabouts.Expired(boolean denied) ->
          failed(
              action,
              Status.FAILED,
              denied ? "not_done" : "not_fetched",
              denied
                  ? "the game has not done this in its time, and will not any more"
                  : "the game did not fetch this in its time; nothing was done");
      case Whereabouts.Waits _, Whereabouts.Out _ ->
          throw new IllegalStateException("nobody waits any more for " + action.action());
    };
  }

  /// A read leaves nothing behind.
  private static ActionResult unended(Action action, String code, String message) {
    return action.effect() == Effect.READ
        ? failed(action, Status.FAILED, code, message)
        : failed(action, Status.UNKNOWN, code, message + "; whether it happened can't be told");
  }

  private static ActionResult failed(Action action, Status status, String code, String message) {
    ActionError error = new ActionError(code, message, null, status == Status.FAILED);
    return ActionResult.failed(action.action(), action.agent(), status, error);
  }

  @Override
  public Reconciled reconcile(Call<SchemaTool> call, Prepared prepared)
      throws InterruptedException {
    Action action = call.action();
    if (call.effect() == Effect.READ) {
      return new Reconciled.NotDone("a read leaves nothing behind", null);
    }
    return switch (world.inquired(new Order(action, Issued.of(prepared)), patience(action))) {
      case Whereabouts.Ended(GameAnswer.Ended ended) ->
          new Reconciled.Done(GameResults.of(action, ended));
      case Whereabouts.Ended _ ->
          new Reconciled.Unknown(
              "game_forgot",
              "the game does not remember this action; whether it happened can't be told",
              null);
      case Whereabouts.Waits _ when action.mode() == Action.Mode.EXECUTE -> new Reconciled.Again();
      case Whereabouts.Waits _, Whereabouts.Expired _ ->
          new Reconciled.NotDone("the game has not done this, and will not any more", null);
      case Whereabouts.RanOut(boolean held) ->
          throw new WorldUnavailable(
              held
                  ? "the game was asked what became of this, and did not answer"
                  : "the game fetches nothing");
      case Whereabouts.Out _ ->
          throw new IllegalStateException("nobody waits any more for " + action.action());
    };
  }

  private Duration patience(Action action) {
    Duration left = Duration.between(clock.instant(), action.notAfter());
    Duration most = limits.apply(action);
    Duration bounded = left.compareTo(most) < 0 ? left : most;
    return bounded.compareTo(patience) > 0 ? bounded : patience;
  }

  /// A game tells no more than what happens.
  @Override
  public ActionResult simulate(Call<SchemaTool> call) throws InterruptedException {
    return call.effect() == Effect.READ
        ? look(call)
        : call.refused(
            new ActionError(
                "no_simulation", "this game can't tell what an action would come to", null, false));
  }

  /// What a puller was handed stays in its hands.
  @Override
  public void close() {}
}
