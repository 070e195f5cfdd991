package dev.playloop.worlds.emerald;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.ToolCall;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.game.KnownGames.UnknownGame;
import dev.playloop.worlds.emerald.mgba.Mgba;
import dev.playloop.worlds.emerald.mgba.MgbaException;
import dev.playloop.worlds.emerald.model.EmeraldRead;
import dev.playloop.worlds.emerald.model.EmeraldTool;
import dev.playloop.worlds.emerald.model.EmeraldWorld;
import dev.playloop.worlds.emerald.model.EmeraldWrite;
import dev.playloop.worlds.emerald.model.EmeraldWrite.Navigate;
import dev.playloop.worlds.emerald.play.Session;
import dev.playloop.worlds.emerald.play.ToolBox;
import dev.playloop.worlds.emerald.play.Verdict;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldUnavailable;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Plays the game. Each agent has an emulator of its own, which does one thing at a time. A press
/// can't be taken back, so none is made before the lease is confirmed, none is made twice, and what
/// came of it is read from the game. Thread-safe.
///
/// An outage before the first press is [WorldUnavailable]; after one it is UNKNOWN.
public final class EmeraldActions implements WorldActions {
  private static final Logger LOG = LoggerFactory.getLogger(EmeraldActions.class);

  private final Map<String, Emulator> emulators;
  private final Options options;
  private final Moments moments;

  /// How the game is played.
  ///
  /// @param patience how long a frame counter may stand still before the emulator counts as paused
  /// @param keyMoments whether a change of map, the begin and end of a battle and a new badge are
  ///   kept as pictures
  /// @param token what the emulators ask for; null: nothing, as mGBA-http
  public record Options(
      Mgba.Limits limits,
      Duration patience,
      Screenshots screenshots,
      boolean keyMoments,
      WebSearch search,
      @Nullable String token) {
    public static Options standard() {
      return new Options(
          Mgba.Limits.standard(),
          Duration.ofSeconds(3),
          Screenshots.none(),
          false,
          WebSearch.none(),
          null);
    }

    public Options screenshots(Screenshots kept, boolean atKeyMoments) {
      return new Options(limits, patience, kept, atKeyMoments, search, token);
    }

    public Options search(WebSearch asks) {
      return new Options(limits, patience, screenshots, keyMoments, asks, token);
    }

    public Options patience(Duration longest) {
      return new Options(limits, longest, screenshots, keyMoments, search, token);
    }

    public Options token(@Nullable String asked) {
      return new Options(limits, patience, screenshots, keyMoments, search, asked);
    }

    @Override
    public String toString() {
      return "Options[limits=%s, patience=%s, token=%s]"
          .formatted(limits, patience, token == null ? "none" : "***");
    }
  }

  /// `addresses` are those of mGBA-http, by agent name.
  public EmeraldActions(Map<String, URI> addresses, Options options) {
    this.options = options;
    this.moments = new Moments(options.screenshots());
    this.emulators =
        addresses.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Map.Entry::getKey,
                    entry ->
                        new Emulator(
                            new Mgba(entry.getValue(), options.limits(), options.token()),
                            options.patience())));
  }

  @Override
  public Safety safety() {
    return Safety.LEDGER;
  }

  @Override
  public ActionResult perform(Action action) throws InterruptedException {
    return perform(action, () -> {});
  }

  @Override
  public ActionResult perform(Action action, Lease lease) throws InterruptedException {
    return run(
        action,
        (emulator, tool) ->
            switch (tool) {
              case EmeraldRead.Look look -> looked(action, emulator, look);
              case EmeraldRead.WebSearch search -> options.search().answer(action, search.query());
              case EmeraldWrite write -> once(action, emulator, write, lease);
            });
  }

  @Override
  public ActionResult simulate(Action action) throws InterruptedException {
    return run(
        action,
        (emulator, tool) ->
            switch (tool) {
              case EmeraldRead.Look look -> looked(action, emulator, look);
              case EmeraldRead.WebSearch search -> options.search().answer(action, search.query());
              case EmeraldWrite write ->
                  seen(
                      action,
                      emulator,
                      session -> Answers.of(action, ToolBox.check(session, write)));
            });
  }

  @Override
  public ActionResult reconcile(Action action, @Nullable JsonNode preState)
      throws InterruptedException {
    return run(
        action,
        (emulator, tool) -> {
          if (!(tool instanceof EmeraldWrite write)) {
            return Answers.failed(action, "not_done", "a read leaves nothing behind");
          }
          ActionResult kept = emulator.kept(action.action());
          if (kept != null && kept.status() != Status.UNKNOWN) {
            return kept;
          }
          return seen(action, emulator, session -> compared(action, session, write, preState));
        });
  }

  private static ActionResult compared(
      Action action, Session session, EmeraldWrite write, @Nullable JsonNode preState)
      throws InterruptedException {
    session.pass(SETTLE); // a press that is still on its way shows by then
    PreState before =
        preState == null || preState.isNull() ? null : Json.readStrict(preState, PreState.class);
    return Answers.of(action, Reconciler.compare(write, before, session.view()));
  }

  @Override
  public @Nullable JsonNode observeBefore(Action action) throws InterruptedException {
    ToolSpec<?> spec = TOOLS.tools().find(action.tool());
    Emulator emulator = emulators.get(action.agent().name());
    if (emulator == null
        || spec == null
        || spec.check(action.args()) instanceof ToolCall.Invalid
        || !(spec.parse(action.args()) instanceof EmeraldWrite write)) {
      return null; // it will be refused
    }
    emulator.lock();
    try {
      Session session = emulator.session(NOBODY);
      GameView view = session.view();
      String goal =
          write instanceof Navigate navigate && view.field().isFree()
              ? ToolBox.goalMap(view, session.terrain(view.field()), navigate)
              : null;
      return Json.LOG.valueToTree(PreState.of(view, goal));
    } catch (UnknownGame | MgbaException e) {
      return null; // it will be refused with the same reason
    } finally {
      emulator.unlock();
    }
  }

  /// Frames after which every press that was under way has shown.
  private static final int SETTLE = 24;

  private static final EmeraldWorld TOOLS = new EmeraldWorld();

  /// Looking needs no lease, and a session that only looks presses nothing.
  private static final Lease NOBODY =
      () -> {
        throw new IllegalStateException("a session that only looks has pressed a button");
      };

  private interface Doing {
    ActionResult with(Emulator emulator, EmeraldTool tool) throws InterruptedException;
  }

  private ActionResult run(Action action, Doing doing) throws InterruptedException {
    ToolSpec<?> spec = TOOLS.tools().find(action.tool());
    if (spec == null) {
      return Answers.unknownTool(action);
    }
    if (spec.check(action.args()) instanceof ToolCall.Invalid invalid) {
      return Answers.invalid(action, invalid);
    }
    EmeraldTool tool = (EmeraldTool) spec.parse(action.args());
    Emulator emulator = emulators.get(action.agent().name());
    if (emulator == null) {
      return Answers.refused(
          action,
          "no_emulator",
          "agent %s has no emulator here; name one for it in the settings of this executor"
              .formatted(action.agent()),
          null);
    }
    if (tool instanceof EmeraldRead.WebSearch) {
      return doing.with(emulator, tool); // the game goes on meanwhile
    }
    emulator.lock();
    try {
      return doing.with(emulator, tool);
    } finally {
      emulator.unlock();
    }
  }

  /// A write, unless it is known already.
  private ActionResult once(Action action, Emulator emulator, EmeraldWrite write, Lease lease)
      throws InterruptedException {
    ActionResult kept = emulator.kept(action.action());
    if (kept != null) {
      return kept;
    }
    ActionResult result = written(action, emulator, write, lease);
    emulator.keep(result);
    return result;
  }

  private ActionResult written(Action action, Emulator emulator, EmeraldWrite write, Lease lease)
      throws InterruptedException {
    Session session = null;
    try {
      session = emulator.session(lease);
      emulator.clearKeys(session);
      GameView before = options.keyMoments() ? session.view() : null;
      Verdict verdict = ToolBox.run(session, write);
      afterwards(emulator, session, before, verdict);
      return Answers.of(action, verdict);
    } catch (UnknownGame e) {
      return Answers.refused(action, "wrong_game", message(e), null);
    } catch (MgbaException e) {
      return session == null || session.changes() == 0
          ? Answers.failed(action, code(e), message(e))
          : Answers.unknown(action, code(e), afterAPress(session, e));
    } catch (WorldUnavailable e) {
      if (session == null || session.changes() == 0) {
        throw e;
      }
      return Answers.unknown(action, "emulator_lost", afterAPress(session, e));
    }
  }

  /// What is known of the action stays so, also where the emulator goes away right after it.
  private void afterwards(
      Emulator emulator, Session session, @Nullable GameView before, Verdict verdict)
      throws InterruptedException {
    try {
      if (before != null && verdict instanceof Verdict.Done done) {
        moments.keep(emulator.mgba(), before, session.view(), done.output());
      }
      emulator.played();
    } catch (MgbaException | WorldUnavailable e) {
      LOG.warn("the game could not be seen after an action was done: {}", message(e));
    }
  }

  private static String afterAPress(Session session, RuntimeException e) {
    return "after %d presses or writes: %s".formatted(session.changes(), message(e));
  }

  private interface Looks {
    ActionResult with(Session session) throws InterruptedException;
  }

  /// What only looks. An outage passes through.
  private static ActionResult seen(Action action, Emulator emulator, Looks looks)
      throws InterruptedException {
    try {
      return looks.with(emulator.session(NOBODY));
    } catch (UnknownGame e) {
      return Answers.refused(action, "wrong_game", message(e), null);
    } catch (MgbaException e) {
      return Answers.failed(action, code(e), message(e));
    }
  }

  private ActionResult looked(Action action, Emulator emulator, EmeraldRead.Look look)
      throws InterruptedException {
    return seen(
        action,
        emulator,
        session -> {
          GameView view = session.view();
          boolean onMap = view.battle() == null;
          ObjectNode told = Looking.at(view, onMap ? session.terrain(view.field()) : null);
          if (!Boolean.TRUE.equals(look.screenshot())) {
            return Answers.done(action, told);
          }
          Screenshots.Shot shot = options.screenshots().take(emulator.mgba());
          Moments.tell(told, shot);
          ActionResult result = Answers.done(action, told);
          return shot instanceof Screenshots.Shot.Kept kept
              ? result.showing(List.of(new Part.Image(kept.sha256(), kept.url(), "image/png")))
              : result;
        });
  }

  private static String code(MgbaException e) {
    return switch (e) {
      case MgbaException.EmulatorPaused _ -> "emulator_paused";
      case MgbaException.UnexpectedAnswer _ -> "unexpected_answer";
      case MgbaException.CommandRefused _ -> "command_refused";
      case MgbaException.UnknownOutcome _ -> "lost_reply";
    };
  }

  private static String message(RuntimeException e) {
    return String.valueOf(e.getMessage());
  }

  @Override
  public void close() {
    emulators.values().forEach(Emulator::close);
  }
}
