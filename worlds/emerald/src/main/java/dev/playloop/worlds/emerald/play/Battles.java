package dev.playloop.worlds.emerald.play;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emerald.game.Battle;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.game.Move;
import dev.playloop.worlds.emerald.model.Button;
import dev.playloop.worlds.emerald.model.EmeraldWrite.SelectMove;
import dev.playloop.worlds.emerald.model.GameState.Menu;
import dev.playloop.worlds.emerald.play.Menus.Cursor;
import dev.playloop.worlds.emerald.play.Menus.Stuck;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `select_move` and `select_run`, and how a turn is followed. Which menu waits is read from the
/// battle's controller, never guessed from time.
final class Battles {
  /// How long a turn is followed, and how long its text may stand still before it waits for A.
  static final int TURN_LIMIT = 1200;

  static final int TEXT_LIMIT = 150;

  private static final String TRIED = "tried_to_run";

  /// Read as -1 where the battle has ended by itself.
  static final Cursor ACTION =
      new Cursor("action", view -> read(view, Battle::actionCursor), Menus::inSquare);

  static final Cursor MOVE =
      new Cursor("move", view -> read(view, Battle::moveCursor), Menus::inSquare);

  private Battles() {}

  private static int read(GameView view, ToIntFunction<Battle> cursor) {
    Battle battle = view.battle();
    return battle == null ? -1 : cursor.applyAsInt(battle);
  }

  static Battle battle(GameView view) {
    return Objects.requireNonNull(view.battle(), "no battle is on");
  }

  static boolean waits(GameView view, Menu menu) {
    return view.battle() != null && view.field().menu() == menu;
  }

  /// Whether a monster can be chosen on the party screen of a battle.
  static Battle.Fighter own(GameView view) {
    return battle(view).own(view.field().battler());
  }

  static @Nullable Verdict checkMove(GameView view, SelectMove select) {
    if (!waits(view, Menu.action) && !waits(view, Menu.move)) {
      return Menus.notWaiting(view, "the action or move menu of a battle");
    }
    Battle.Fighter own = own(view);
    Optional<Move> move =
        own.moves().stream().filter(known -> known.slot() == select.slot()).findFirst();
    if (move.isEmpty()) {
      return Verdict.refused(
          "no_such_move",
          "slot %d is empty; %s knows: %s".formatted(select.slot(), own.name(), known(own)),
          "slot");
    }
    boolean allSpent = own.moves().stream().allMatch(known -> known.pp() == 0);
    if (move.get().pp() == 0 && !allSpent) {
      return Verdict.refused(
          "no_pp",
          "the move in slot %d has no PP left; choose another: %s"
              .formatted(select.slot(), known(own)),
          "slot");
    }
    if (select.target() != null && !battle(view).isDouble()) {
      return Verdict.refused(
          "not_a_double_battle", "there is one foe only; leave target out", "target");
    }
    return null;
  }

  private static String known(Battle.Fighter own) {
    return own.moves().stream()
        .map(move -> "slot %d: move %d (PP %d)".formatted(move.slot(), move.move(), move.pp()))
        .collect(Collectors.joining(", "));
  }

  static Verdict move(Session session, SelectMove select) throws InterruptedException, Stuck {
    GameView before = session.view();
    Verdict refusal = checkMove(before, select);
    if (refusal != null) {
      return refusal;
    }
    Menus menus = new Menus(session);
    if (waits(before, Menu.action)) {
      menus.move(ACTION, Battle.FIGHT, view -> waits(view, Menu.action));
      GameView opened =
          menus.choose(ACTION, Battle.FIGHT, view -> !waits(view, Menu.action), "the move menu");
      if (!waits(opened, Menu.move)) {
        opened = session.awaitView(60, view -> waits(view, Menu.move)).orElse(opened);
      }
      if (!waits(opened, Menu.move)) {
        return followed(session, before, "used_move"); // no move has PP: the game chooses
      }
    }
    int slot = select.slot() - 1;
    menus.move(MOVE, slot, view -> waits(view, Menu.move));
    GameView chosen = menus.choose(MOVE, slot, view -> !waits(view, Menu.move), "the turn");
    if (waits(chosen, Menu.target)) {
      aim(session, menus, select.target() == null ? 1 : select.target());
    }
    return followed(session, before, "used_move");
  }

  /// In a double battle: 1 is the left foe, battler 1; 2 the right one, battler 3.
  private static void aim(Session session, Menus menus, int target)
      throws InterruptedException, Stuck {
    int battler = target == 1 ? 1 : 3;
    long address =
        session.reader().profile().at(dev.playloop.worlds.emerald.memory.Symbol.TARGET_CURSOR);
    for (int i = 0; i < 4 && session.read8(address) != battler; i++) {
      session.tap(target == 1 ? Button.Left : Button.Right);
    }
    if (session.read8(address) != battler) {
      throw new Stuck("the target can't be chosen; choose one with press_buttons");
    }
    menus.press(Button.A, Menus.MENU_LIMIT, view -> !waits(view, Menu.target), "the turn");
  }

  static @Nullable Verdict checkRun(GameView view) {
    if (!waits(view, Menu.action) && !waits(view, Menu.move)) {
      return Menus.notWaiting(view, "the action menu of a battle");
    }
    return battle(view).trainer()
        ? Verdict.refused(
            "trainer_battle", "there is no running from a trainer battle; fight with select_move")
        : null;
  }

  static Verdict run(Session session) throws InterruptedException, Stuck {
    GameView before = session.view();
    Verdict refusal = checkRun(before);
    if (refusal != null) {
      return refusal;
    }
    Menus menus = new Menus(session);
    backToActions(menus, before);
    menus.move(ACTION, Battle.RUN, view -> waits(view, Menu.action));
    menus.choose(ACTION, Battle.RUN, view -> !waits(view, Menu.action), "the end of the battle");
    return followed(session, before, TRIED);
  }

  /// Leaves the move menu, where that is open.
  static void backToActions(Menus menus, GameView view) throws InterruptedException, Stuck {
    if (waits(view, Menu.move)) {
      menus.press(Button.B, Menus.MENU_LIMIT, now -> waits(now, Menu.action), "the action menu");
    }
  }

  /// Follows what was chosen until the game wants something again: a menu, the field, or A for a
  /// text that stands still.
  static Verdict followed(Session session, GameView before, String outcome)
      throws InterruptedException {
    String text = "";
    long textSince = 0;
    GameView view = session.view();
    Session.Patience patience = session.patience(TURN_LIMIT);
    while (!isSettled(view) && !patience.isOver(view.frame())) {
      String now = view.text() == null ? "" : view.text();
      if (!now.equals(text)) {
        text = now;
        textSince = view.frame();
      } else if (view.frame() - textSince > TEXT_LIMIT) {
        break;
      }
      session.pass(2);
      view = session.view();
    }
    session.confirmNothingLost();
    return told(session, before, view, outcome);
  }

  private static boolean isSettled(GameView view) {
    return view.battle() == null
        ? view.field().isFree() || view.field().textBox()
        : view.field().menu() != Menu.none;
  }

  private static Verdict told(Session session, GameView before, GameView after, String outcome) {
    ObjectNode output = Report.of(after);
    output.put("outcome", ended(before, after, outcome));
    output.put("frames", after.frame() - before.frame()).put("presses", session.changes());
    String result = result(after.lastOutcome());
    if (result != null) {
      output.put("battle_result", result);
    }
    if (after.battle() == null) {
      output.put("battle_over", true);
    } else {
      output.set("change", change(before, after));
      output.put("text_waits_for_a", after.field().menu() == Menu.none);
    }
    return new Verdict.Done(output);
  }

  private static @Nullable String result(int outcome) {
    return switch (outcome) {
      case Battle.WON -> "won";
      case Battle.LOST -> "lost";
      case Battle.RAN -> "ran";
      case Battle.FOE_FLED -> "foe_fled";
      case Battle.CAUGHT -> "caught";
      default -> null;
    };
  }

  private static String ended(GameView before, GameView after, String outcome) {
    if (outcome.equals(TRIED)) {
      return after.lastOutcome() == Battle.RAN
          ? "escaped"
          : after.battle() != null && after.field().menu() == Menu.action
              ? "could_not_escape"
              : TRIED;
    }
    boolean unchanged =
        after.battle() != null
            && after.field().menu() == Menu.move
            && battle(before).fighters().equals(after.battle().fighters());
    return unchanged ? "refused_by_game" : outcome;
  }

  private static ObjectNode change(GameView before, GameView after) {
    Battle then = battle(before);
    Battle now = battle(after);
    int battler = after.field().battler();
    return Json.NODES
        .objectNode()
        .put("own_hp", now.own(battler).hp() - then.own(battler).hp())
        .put("foe_hp", now.foe().hp() - then.foe().hp());
  }
}
