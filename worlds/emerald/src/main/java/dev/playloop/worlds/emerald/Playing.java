package dev.playloop.worlds.emerald;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.memory.KnownGames.UnknownGame;
import dev.playloop.worlds.emerald.mgba.MgbaException;
import dev.playloop.worlds.emerald.model.EmeraldWrite;
import dev.playloop.worlds.emerald.play.Session;
import dev.playloop.worlds.emerald.play.ToolBox;
import dev.playloop.worlds.emerald.play.Verdict;
import dev.playloop.worlds.model.WorldActions.Lease;
import dev.playloop.worlds.model.WorldUnavailable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries out writes: the presses, and what is known of them when the emulator goes away on the
/// way. Whoever calls holds the emulator. Thread-safe.
final class Playing {
  private static final Logger LOG = LoggerFactory.getLogger(Playing.class);

  private final @Nullable Moments moments;

  /// With null no moment is kept as a picture.
  Playing(@Nullable Moments moments) {
    this.moments = moments;
  }

  /// A write, unless it is known already.
  ActionResult once(Action action, Emulator emulator, EmeraldWrite write, Lease lease)
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
      GameView before = moments == null ? null : session.view();
      Verdict verdict = ToolBox.run(session, write);
      afterwards(emulator, session, before, verdict);
      return Answers.of(action, verdict);
    } catch (UnknownGame e) {
      return Answers.refused(action, "wrong_game", Answers.message(e), null);
    } catch (MgbaException e) {
      return session == null || session.changes() == 0
          ? Answers.failed(action, Answers.code(e), Answers.message(e))
          : Answers.unknown(action, Answers.code(e), afterAPress(session, e));
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
      if (moments != null && before != null && verdict instanceof Verdict.Done done) {
        moments.keep(emulator.mgba(), before, session.view(), done.output());
      }
      emulator.played();
    } catch (MgbaException | WorldUnavailable e) {
      LOG.warn("the game could not be seen after an action was done: {}", Answers.message(e));
    }
  }

  private static String afterAPress(Session session, RuntimeException e) {
    return "after %d presses or writes: %s".formatted(session.changes(), Answers.message(e));
  }
}
