package dev.playloop.worlds.emerald;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.memory.KnownGames.UnknownGame;
import dev.playloop.worlds.emerald.mgba.Mgba;
import dev.playloop.worlds.emerald.mgba.MgbaException;
import dev.playloop.worlds.emerald.model.EmeraldRead;
import dev.playloop.worlds.emerald.model.EmeraldTool;
import dev.playloop.worlds.emerald.model.EmeraldWrite;
import dev.playloop.worlds.emerald.model.EmeraldWrite.Navigate;
import dev.playloop.worlds.emerald.play.Session;
import dev.playloop.worlds.emerald.play.ToolBox;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Plays the game. Each agent has an emulator of its own, which does one thing at a time. A press
/// can't be taken back, so none is made before the lease is confirmed, none is made twice, and what
/// came of it is read from the game. Thread-safe.
///
/// An outage before the first press is [WorldUnavailable]; after one it is UNKNOWN.
public final class EmeraldActions implements WorldActions<EmeraldTool> {
  /// Frames after which every press that was under way has shown.
  private static final int SETTLE = 24;

  /// Looking needs no lease, and a session that only looks presses nothing.
  private static final Lease NOBODY =
      () -> {
        throw new IllegalStateException("a session that only looks has pressed a button");
      };

  private final Map<String, Emulator> emulators;
  private final Options options;
  private final Playing playing;

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

    public Options limits(Mgba.Limits asked) {
      return new Options(asked, patience, screenshots, keyMoments, search, token);
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
    this.playing = new Playing(options.keyMoments() ? new Moments(options.screenshots()) : null);
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
  public Class<EmeraldTool> type() {
    return EmeraldTool.class;
  }

  @Override
  public ActionResult look(Call<EmeraldTool> call) throws InterruptedException {
    Action action = call.action();
    Emulator emulator = emulators.get(action.agent().name());
    if (emulator == null) {
      return noEmulator(action);
    }
    return switch (call.tool()) {
      case EmeraldRead.Look look -> alone(emulator, () -> looked(action, emulator, look));
      // The game goes on meanwhile.
      case EmeraldRead.WebSearch search -> options.search().answer(action, search.query());
      case EmeraldWrite write -> throw new IllegalArgumentException("a write: " + write);
    };
  }

  @Override
  public ActionResult perform(Call<EmeraldTool> call, Prepared prepared, Lease lease)
      throws InterruptedException {
    Action action = call.action();
    Emulator emulator = emulators.get(action.agent().name());
    if (emulator == null) {
      return noEmulator(action);
    }
    return switch (call.tool()) {
      case EmeraldRead read -> throw new IllegalArgumentException("a read: " + read);
      case EmeraldWrite write ->
          alone(emulator, () -> playing.once(action, emulator, write, lease));
    };
  }

  @Override
  public ActionResult simulate(Call<EmeraldTool> call) throws InterruptedException {
    Action action = call.action();
    Emulator emulator = emulators.get(action.agent().name());
    if (!(call.tool() instanceof EmeraldWrite write)) {
      return look(call);
    }
    if (emulator == null) {
      return noEmulator(action);
    }
    return alone(
        emulator,
        () -> seen(action, emulator, session -> Answers.of(action, ToolBox.check(session, write))));
  }

  @Override
  public Reconciled reconcile(Call<EmeraldTool> call, Prepared prepared)
      throws InterruptedException {
    Action action = call.action();
    if (!(call.tool() instanceof EmeraldWrite write)) {
      return new Reconciled.NotDone("a read leaves nothing behind", null);
    }
    Emulator emulator = emulators.get(action.agent().name());
    if (emulator == null) {
      return new Reconciled.Unknown("no_emulator", noEmulatorText(action), null);
    }
    return alone(emulator, () -> found(action, emulator, write, prepared));
  }

  private static Reconciled found(
      Action action, Emulator emulator, EmeraldWrite write, Prepared prepared)
      throws InterruptedException {
    ActionResult kept = emulator.kept(action.action());
    if (kept != null && kept.status() != Status.UNKNOWN) {
      return new Reconciled.Done(kept);
    }
    try {
      Session session = emulator.session(NOBODY);
      session.pass(SETTLE); // a press that is still on its way shows by then
      JsonNode before = prepared.newest();
      PreState state = before == null ? null : Json.readStrict(before, PreState.class);
      return Reconciler.compare(action, write, state, session.view());
    } catch (UnknownGame e) {
      return new Reconciled.Unknown("wrong_game", Answers.message(e), null);
    } catch (MgbaException e) {
      return new Reconciled.Unknown(Answers.code(e), Answers.message(e), null);
    }
  }

  /// What the game is before a write, for [#reconcile].
  @Override
  public @Nullable JsonNode prepare(Call<EmeraldTool> call) throws InterruptedException {
    Emulator emulator = emulators.get(call.action().agent().name());
    if (emulator == null) {
      return null; // it will be refused
    }
    emulator.lock();
    try {
      Session session = emulator.session(NOBODY);
      GameView view = session.view();
      String goal =
          call.tool() instanceof Navigate navigate && view.field().isFree()
              ? ToolBox.goalMap(view, session.terrain(view.field()), navigate)
              : null;
      return Json.LOG.valueToTree(PreState.of(view, goal));
    } catch (UnknownGame | MgbaException e) {
      return null; // it will be refused with the same reason
    } finally {
      emulator.unlock();
    }
  }

  @FunctionalInterface
  private interface Doing<A> {
    A run() throws InterruptedException;
  }

  /// Runs with the emulator, which does one thing at a time.
  private static <A> A alone(Emulator emulator, Doing<A> doing) throws InterruptedException {
    emulator.lock();
    try {
      return doing.run();
    } finally {
      emulator.unlock();
    }
  }

  private static ActionResult noEmulator(Action action) {
    return Answers.refused(action, "no_emulator", noEmulatorText(action), null);
  }

  private static String noEmulatorText(Action action) {
    return "agent %s has no emulator here; name one for it in the settings of this executor"
        .formatted(action.agent());
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
      return Answers.refused(action, "wrong_game", Answers.message(e), null);
    } catch (MgbaException e) {
      return Answers.failed(action, Answers.code(e), Answers.message(e));
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

  @Override
  public void close() {
    emulators.values().forEach(Emulator::close);
  }
}
