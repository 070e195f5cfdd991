package dev.playloop.worlds.emerald;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.worlds.emerald.memory.GameProfile;
import dev.playloop.worlds.emerald.memory.GameReader;
import dev.playloop.worlds.emerald.memory.KnownGames;
import dev.playloop.worlds.emerald.mgba.FrameClock;
import dev.playloop.worlds.emerald.mgba.Mgba;
import dev.playloop.worlds.emerald.play.HeldKeys;
import dev.playloop.worlds.emerald.play.Session;
import dev.playloop.worlds.model.WorldActions.Lease;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// One emulator and what is remembered of it. One thread at a time plays, in the order in which
/// they came. Remembers the results of the last [#KEPT] actions; the executor's ledger is the
/// memory that lasts.
final class Emulator implements AutoCloseable {
  static final int KEPT = 1000;

  private final ReentrantLock lock = new ReentrantLock(true);
  private final Mgba mgba;
  private final FrameClock clock;
  private final HeldKeys keys = new HeldKeys();
  private final Map<ActionId, ActionResult> results =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ActionId, ActionResult> eldest) {
          return size() > KEPT;
        }
      };
  private @Nullable GameReader reader;
  private @Nullable GameProfile profile;
  private long lastFrame = Long.MAX_VALUE;

  Emulator(Mgba mgba, Duration patience) {
    this.mgba = mgba;
    this.clock = new FrameClock(mgba, patience);
  }

  Mgba mgba() {
    return mgba;
  }

  void lock() throws InterruptedException {
    lock.lockInterruptibly();
  }

  void unlock() {
    lock.unlock();
  }

  @Nullable ActionResult kept(ActionId action) {
    return results.get(action);
  }

  void keep(ActionResult result) {
    results.put(result.action(), result);
  }

  /// Eyes and, with a lease, hands on the game. Throws [KnownGames.UnknownGame] where the cartridge
  /// is none that we know, and [dev.playloop.worlds.emerald.mgba.MgbaException.EmulatorPaused]
  /// where no frame passes.
  Session session(Lease lease) throws InterruptedException {
    GameProfile now = KnownGames.standard().of(mgba.gameCode(), mgba.romSize());
    if (reader == null || now != profile) {
      reader = new GameReader(mgba, now);
      profile = now;
    }
    clock.pass(1);
    return new Session(new Session.Tools(mgba, reader, clock, keys), lease);
  }

  /// Lets go of all keys when this is the first action, or when the frame counter has jumped back
  /// since the last one: a state was loaded, and whoever did that leaves the keys as they are.
  void clearKeys(Session session) throws InterruptedException {
    long now = clock.now();
    if (now < lastFrame) {
      keys.forget();
      session.releaseAll();
    }
    lastFrame = clock.now();
  }

  /// The frame up to which the game was played.
  void played() throws InterruptedException {
    lastFrame = clock.now();
  }

  @Override
  public void close() {
    mgba.close();
  }
}
