package dev.playloop.worlds.emerald.play;

import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.GameStates;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.model.Button;
import dev.playloop.worlds.emerald.model.GameState.Menu;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/// Moves cursors by what they read as, never by counting presses: one press, wait until the cursor
/// has moved, look again. A is pressed only while the cursor reads as wanted.
final class Menus {
  /// Frames in which a cursor or a menu follows a press.
  static final int CURSOR_LIMIT = 24;

  static final int MENU_LIMIT = 240;
  private static final int MOST_PRESSES = 80;

  private final Session session;

  Menus(Session session) {
    this.session = session;
  }

  /// The cursor does not get to where it should, or a menu does not open; nothing was chosen.
  static final class Stuck extends Exception {
    private static final long serialVersionUID = 1L;

    Stuck(String message) {
      super(message);
    }
  }

  /// A cursor, how it is read, and which button brings it nearer from one value to another.
  record Cursor(String name, ToIntFunction<GameView> reads, Towards towards) {}

  /// The button that brings a cursor nearer.
  interface Towards {
    Button press(int from, int want);
  }

  /// Brings a cursor to `want`. `holds` is what must stay true meanwhile, such as that the menu is
  /// still open.
  void move(Cursor cursor, int want, Predicate<GameView> holds) throws InterruptedException, Stuck {
    GameView view = session.view();
    for (int presses = 0; cursor.reads().applyAsInt(view) != want; presses++) {
      if (!holds.test(view) || presses >= MOST_PRESSES) {
        throw new Stuck(
            "the cursor of the %s menu stays at %d instead of %d"
                .formatted(cursor.name(), cursor.reads().applyAsInt(view), want));
      }
      int from = cursor.reads().applyAsInt(view);
      Button button = cursor.towards().press(from, want);
      session.hold(button, Session.TAP);
      Optional<GameView> moved =
          session.awaitView(CURSOR_LIMIT, now -> cursor.reads().applyAsInt(now) != from);
      if (moved.isEmpty()) {
        throw new Stuck(
            "the cursor of the %s menu does not move from %d".formatted(cursor.name(), from));
      }
      session.pass(Session.TAP + Session.IDLE);
      view = session.view();
    }
  }

  /// Presses A where the cursor reads as wanted, and waits for what should come of it.
  GameView choose(Cursor cursor, int want, Predicate<GameView> result, String what)
      throws InterruptedException, Stuck {
    GameView view = session.view();
    if (cursor.reads().applyAsInt(view) != want) {
      throw new Stuck("the cursor of the %s menu has moved by itself".formatted(cursor.name()));
    }
    return press(Button.A, MENU_LIMIT, result, what);
  }

  /// Presses a button, and waits for what should come of it.
  GameView press(Button button, int limit, Predicate<GameView> result, String what)
      throws InterruptedException, Stuck {
    session.hold(button, Session.TAP);
    Optional<GameView> view = session.awaitView(limit, result);
    session.pass(Session.TAP + Session.IDLE);
    return view.orElseThrow(() -> new Stuck(what + " did not come within " + limit + " frames"));
  }

  /// Four entries in two rows. The lower ones may be missing, and a press towards a missing one
  /// does nothing: so up and left first.
  static Button inSquare(int from, int want) {
    if (from / 2 > want / 2) {
      return Button.Up;
    }
    if (from % 2 > want % 2) {
      return Button.Left;
    }
    return from % 2 < want % 2 ? Button.Right : Button.Down;
  }

  /// One entry below the other.
  static Button inList(int from, int want) {
    return from < want ? Button.Down : Button.Up;
  }

  /// Entries side by side.
  static Button inRow(int from, int want) {
    return from < want ? Button.Right : Button.Left;
  }

  /// Why no menu of a battle takes input now.
  static Verdict notWaiting(GameView view, String wanted) {
    FieldView field = view.field();
    if (!field.inBattle()) {
      return Verdict.refused(
          "not_in_battle",
          "no battle is on; this needs one. The game's mode is " + GameStates.mode(field));
    }
    String now =
        field.menu() == Menu.none
            ? "text or an animation runs"
            : "the " + field.menu() + " menu waits";
    return Verdict.refused(
        "not_waiting_for_input",
        "%s must wait, but %s; press A to go on with text, B to leave a menu, or look again"
            .formatted(wanted, now));
  }
}
