package dev.playloop.worlds.emerald.watch;

import dev.playloop.schemas.id.SourceId;
import dev.playloop.worlds.emerald.game.GameStates;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.memory.GameReader;
import dev.playloop.worlds.emerald.memory.KnownGames;
import dev.playloop.worlds.emerald.mgba.Mgba;
import dev.playloop.worlds.emerald.mgba.MgbaException;
import dev.playloop.worlds.emerald.model.EmeraldWorld;
import dev.playloop.worlds.emerald.model.GameState.Mode;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.model.WorldUnavailable;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches one game by its memory, and tells what changed: the state of the player's entity, and
/// happenings of the kinds in [Happenings]. It only reads. The cursor is a [Seen]: what was told is
/// not told again, and what has changed while nobody watched is told as far as it can still be
/// seen.
///
/// Looks at most once in [Rhythm#every]. While the game is between two screens nothing is told, for
/// memory is then half of the one and half of the other, but for [#BUSY_FRAMES] at most. An
/// emulator that is away, shows no known game, or one that has not begun, is [WorldUnavailable]. A
/// look of which no event can be made becomes a dead letter, once, and the next one is looked at.
/// Used by one thread at a time.
public final class EmeraldWatcher implements WorldSource {
  /// Two seconds.
  static final int BUSY_FRAMES = 120;

  private static final Logger LOG = LoggerFactory.getLogger(EmeraldWatcher.class);

  private final SourceId id;
  private final String player;
  private final Mgba mgba;
  private final Rhythm rhythm;
  private @Nullable GameReader reader;
  private long lastFrame = -1;
  private long nextLook;
  private boolean looked;
  private long busySince = -1;

  /// Whether the last look could not be understood.
  private boolean puzzled;

  /// When to look, and what time it is.
  ///
  /// @param every how long to wait between two looks; each costs an emulator at most two frames
  /// @param nanos a clock for waiting
  /// @param now a clock for events
  public record Rhythm(Duration every, LongSupplier nanos, InstantSource now) {
    public static Rhythm standard() {
      return new Rhythm(Duration.ofMillis(250), System::nanoTime, InstantSource.system());
    }
  }

  /// @param player the name of the agent who plays
  /// @param address where the API of mGBA-http is
  public EmeraldWatcher(String player, URI address, Mgba.Limits limits, Rhythm rhythm) {
    this(player, new Mgba(address, limits), rhythm);
  }

  /// `mgba` is closed with the watcher.
  public EmeraldWatcher(String player, Mgba mgba, Rhythm rhythm) {
    this.id = new SourceId(EmeraldWorld.NAME + "-" + player);
    this.player = player;
    this.mgba = mgba;
    this.rhythm = rhythm;
  }

  @Override
  public SourceId id() {
    return id;
  }

  @Override
  public Batch poll(@Nullable String cursor, int max) throws InterruptedException {
    if (max < Changes.MAX_EVENTS) {
      throw new IllegalArgumentException(
          "max: expected at least " + Changes.MAX_EVENTS + ", the events of one look, got " + max);
    }
    Seen seen = Seen.parse(cursor);
    long now = rhythm.nanos().getAsLong();
    if (looked && now - nextLook < 0) {
      return nothing(cursor);
    }
    looked = true;
    nextLook = now + rhythm.every().toNanos();
    try {
      Batch batch = told(seen, cursor);
      puzzled = false;
      return batch;
    } catch (WorldUnavailable e) {
      throw e;
    } catch (RuntimeException e) {
      // Memory is whatever a game, a cheat or another ROM has put there.
      return unreadable(e, cursor);
    }
  }

  private Batch told(@Nullable Seen seen, @Nullable String cursor) throws InterruptedException {
    GameView view = look();
    if (isPassing(view)) {
      return nothing(cursor);
    }
    Changes.Told told = Changes.since(seen, player, view, rhythm.now().instant());
    // the frame alone is no reason to write a cursor, but a frame that went back is
    return told.events().isEmpty() && seen != null && told.seen().epoch() == seen.epoch()
        ? nothing(cursor)
        : new Batch(List.of(), told.events(), told.seen().cursor());
  }

  /// A look that can't be understood is told once, and looks go on: what it showed will change.
  private Batch unreadable(RuntimeException failure, @Nullable String cursor) {
    reader = null;
    if (puzzled) {
      return nothing(cursor);
    }
    puzzled = true;
    LOG.warn("the game of {} can't be understood", player, failure);
    Unreadable look =
        new Unreadable("a look at the game of " + player, "", String.valueOf(failure));
    return new Batch(List.of(), List.of(), List.of(look), cursor);
  }

  private static Batch nothing(@Nullable String cursor) {
    return new Batch(List.of(), List.of(), cursor);
  }

  private GameView look() throws InterruptedException {
    try {
      GameReader eyes = reader == null ? open() : reader;
      GameView view = eyes.view();
      if (view.frame() < lastFrame) { // perhaps another game was put in
        eyes = open();
        view = eyes.view();
      }
      lastFrame = view.frame();
      reader = eyes;
      return view;
    } catch (KnownGames.UnknownGame | MgbaException e) {
      reader = null;
      throw new WorldUnavailable(
          "the game of " + player + " can't be watched: " + e.getMessage(), e);
    } catch (WorldUnavailable e) {
      reader = null;
      throw e;
    }
  }

  private GameReader open() throws InterruptedException {
    return new GameReader(mgba, KnownGames.standard().of(mgba.gameCode(), mgba.romSize()));
  }

  private boolean isPassing(GameView view) {
    if (GameStates.mode(view.field()) != Mode.busy) {
      busySince = -1;
      return false;
    }
    if (busySince < 0 || view.frame() < busySince) {
      busySince = view.frame();
    }
    return view.frame() - busySince < BUSY_FRAMES;
  }

  @Override
  public void close() {
    mgba.close();
  }
}
