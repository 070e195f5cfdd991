package dev.playloop.worlds.declared.game;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import tools.jackson.databind.JsonNode;

/// The actions of a game that is told of each by HTTP. Where no answer by the contract comes back
/// to a write, the game is asked what became of it until the time for that is over; only where it
/// says that it has not done it, is it sent again, under the same id. What can't be told is
/// UNKNOWN. A read may be sent again. Owns its game.
///
/// ```
/// perform ── POST ──► ended ──────────────────► result
///                 ├─► not sent, not taken ────► WorldUnavailable, or FAILED
///                 └─► lost, busy, garbled ── GET … GET ──► result, or UNKNOWN
///                                             └─► not_done ── POST
/// reconcile ─ GET ──► ended ──► Done     not_done ──► Again, and NotDone once it has expired
///                 └─► unknown ► Unknown
/// ```
public final class PushedActions implements WorldActions<SchemaTool> {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final HttpGame game;
  private final GameSecret secret;
  private final InstantSource clock;

  public PushedActions(HttpGame game, GameSecret secret, InstantSource clock) {
    this.game = game;
    this.secret = secret;
    this.clock = clock;
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
  public ActionResult look(Call<SchemaTool> call) throws InterruptedException {
    Action action = call.action();
    return switch (post(action)) {
      case GameAnswer.Ended ended -> GameResults.of(action, ended);
      case GameAnswer.Expired _ -> expired(action);
      case GameAnswer.Declined(String why) -> declined(action, why);
      case GameAnswer.Away(String why) -> throw away(why);
      case GameAnswer.Garbled(String why) -> throw away(why);
      case GameAnswer.Busy _ -> throw away("it still looks");
      case GameAnswer.NotDone _, GameAnswer.Forgotten _ ->
          throw away("it answered as if it had been asked");
    };
  }

  /// When it is about to be sent: a game whose memory is younger can't know of it.
  @Override
  public JsonNode prepare(Call<SchemaTool> call) {
    return Issued.note(clock.instant());
  }

  @Override
  public ActionResult perform(Call<SchemaTool> call, Prepared prepared, Lease lease)
      throws InterruptedException {
    Action action = call.action();
    lease.confirm();
    return switch (post(action)) {
      case GameAnswer.Ended ended -> GameResults.of(action, ended);
      case GameAnswer.Expired _ -> expired(action);
      case GameAnswer.Declined(String why) -> declined(action, why);
      case GameAnswer.Away(String why) -> throw away(why);
      case GameAnswer.Busy _ -> asked(action, prepared, lease, "it was still at it");
      case GameAnswer.Garbled(String why) -> asked(action, prepared, lease, why);
      case GameAnswer.NotDone _, GameAnswer.Forgotten _ ->
          asked(action, prepared, lease, "it answered as if it had been asked");
    };
  }

  /// What became of a write that was sent, as soon as the game can tell: it may still be under way
  /// to it, so only an end counts.
  private ActionResult asked(Action action, Prepared prepared, Lease lease, String why)
      throws InterruptedException {
    return switch (until(action, prepared, lease)) {
      case GameAnswer.Ended ended -> GameResults.of(action, ended);
      case GameAnswer.NotDone _ -> unknown(action, why, "asked, it has not done it yet");
      case GameAnswer.Forgotten _ -> unknown(action, why, "asked, it does not know of it");
      case GameAnswer.Busy _ -> unknown(action, why, "asked, it is still at it");
      case GameAnswer.Expired _, GameAnswer.Away _, GameAnswer.Declined _, GameAnswer.Garbled _ ->
          unknown(action, why, "asked, it can't tell");
    };
  }

  /// Asks until the action has ended or the time for asking is over; the last answer. Of what is
  /// sent again, too, only an end counts: what was sent before may be under way still.
  private GameAnswer until(Action action, Prepared prepared, Lease lease)
      throws InterruptedException {
    long end = System.nanoTime() + game.limits().asking().toNanos();
    Duration pause = FIRST_PAUSE;
    while (true) {
      GameAnswer answer = ask(action, prepared);
      if (answer instanceof GameAnswer.NotDone && clock.instant().isBefore(action.notAfter())) {
        answer = sentAgain(action, lease);
      }
      if (answer instanceof GameAnswer.Ended || System.nanoTime() + pause.toNanos() - end >= 0) {
        return answer;
      }
      Thread.sleep(pause);
      pause = pause.multipliedBy(2);
      pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }
  }

  private GameAnswer sentAgain(Action action, Lease held) throws InterruptedException {
    held.confirm();
    return post(action);
  }

  @Override
  public Reconciled reconcile(Call<SchemaTool> call, Prepared prepared)
      throws InterruptedException {
    Action action = call.action();
    if (call.effect() == Effect.READ) {
      return new Reconciled.NotDone("a read leaves nothing behind", null);
    }
    return switch (ask(action, prepared)) {
      case GameAnswer.Ended ended -> new Reconciled.Done(GameResults.of(action, ended));
      case GameAnswer.NotDone _ -> notDone(action);
      case GameAnswer.Forgotten _ ->
          new Reconciled.Unknown(
              "game_forgot",
              "the game does not remember this action; whether it happened can't be told",
              null);
      case GameAnswer.Busy _ ->
          new Reconciled.Unknown("still_busy", "the game is still doing this", null);
      case GameAnswer.Away(String why) -> throw away(why);
      case GameAnswer.Expired _ -> unreadable("it answered as if it had been sent the action");
      case GameAnswer.Declined(String why) -> unreadable(why);
      case GameAnswer.Garbled(String why) -> unreadable(why);
    };
  }

  /// What was sent may still be on its way; a game does not begin what comes after its time.
  private Reconciled notDone(Action action) {
    Instant sure = action.notAfter().plus(GameContract.TOLERANCE);
    return clock.instant().isAfter(sure)
        ? new Reconciled.NotDone("the game has not done this, and will not any more", null)
        : new Reconciled.Again();
  }

  private Reconciled unreadable(String why) {
    return new Reconciled.Unknown(
        "bad_answer", "the game at " + game.host() + " can't tell: " + why, null);
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

  private GameAnswer post(Action action) throws InterruptedException {
    GameRequest request =
        GameRequest.post(
            secret, clock.instant(), action.action().value(), GameContract.body(action));
    return switch (game.send(request)) {
      case GameReply.Came came -> GameAnswers.read(came, action.action().value());
      case GameReply.Lost(String why) -> new GameAnswer.Garbled(why);
      case GameReply.NotSent(String why) -> new GameAnswer.Away(why);
    };
  }

  /// A question may be asked as often as one likes, so whoever can't be asked is away.
  private GameAnswer ask(Action action, Prepared prepared) throws InterruptedException {
    String path = GameContract.asking(action.action().value(), Issued.of(prepared));
    return switch (game.send(GameRequest.get(secret, clock.instant(), path))) {
      case GameReply.Came came when came.status() >= 500 ->
          new GameAnswer.Away("it answered with HTTP " + came.status());
      case GameReply.Came came -> GameAnswers.read(came, action.action().value());
      case GameReply.Lost(String why) -> new GameAnswer.Away(why);
      case GameReply.NotSent(String why) -> new GameAnswer.Away(why);
    };
  }

  private static ActionResult expired(Action action) {
    return failed(action, "expired", "it came to the game after its time; nothing was done", true);
  }

  private ActionResult declined(Action action, String why) {
    return failed(action, "not_taken", "the game at " + game.host() + ": " + why, false);
  }

  private static ActionResult failed(Action action, String code, String message, boolean again) {
    ActionError error = new ActionError(code, message, null, again);
    return ActionResult.failed(action.action(), action.agent(), Status.FAILED, error);
  }

  private ActionResult unknown(Action action, String why, String said) {
    String message =
        "the game at %s was sent this action and gave no answer (%s); %s: whether it happened can't be told"
            .formatted(game.host(), why, said);
    ActionError error = new ActionError("no_answer", message, null, false);
    return ActionResult.failed(action.action(), action.agent(), Status.UNKNOWN, error);
  }

  private WorldUnavailable away(String why) {
    return new WorldUnavailable("the game at " + game.host() + ": " + why);
  }

  @Override
  public void close() {
    game.close();
  }
}
