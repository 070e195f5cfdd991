package dev.playloop.worlds.emerald.play;

import dev.playloop.worlds.emerald.game.Battle;
import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.GameStates;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.game.Routine;
import dev.playloop.worlds.emerald.game.Screen;
import dev.playloop.worlds.emerald.model.Button;
import dev.playloop.worlds.emerald.model.EmeraldWrite.SelectBag;
import dev.playloop.worlds.emerald.model.GameState.Menu;
import dev.playloop.worlds.emerald.model.GameState.Mode;
import dev.playloop.worlds.emerald.model.Pocket;
import dev.playloop.worlds.emerald.play.Menus.Cursor;
import dev.playloop.worlds.emerald.play.Menus.Stuck;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `select_bag`: opens the bag from the battle's menu or the start menu, goes to a pocket and an
/// item by what the cursors read as, and may use the item.
final class Bags {
  private static final List<Pocket> POCKETS = List.of(Pocket.values());
  private static final Cursor POCKET =
      new Cursor("pocket", view -> POCKETS.indexOf(view.bagPocket()), Menus::inRow);
  private static final Cursor ITEM = new Cursor("item", GameView::bagPlace, Menus::inList);

  private Bags() {}

  static @Nullable Verdict check(GameView view, SelectBag select) {
    FieldView field = view.field();
    boolean free = field.isFree() || GameStates.mode(field) == Mode.menu;
    boolean waits = Battles.waits(view, Menu.action) || Battles.waits(view, Menu.move);
    if (!free && !waits && !isOpen(view)) {
      return field.inBattle()
          ? Menus.notWaiting(view, "the action menu of a battle")
          : Verdict.refused(
              "controls_locked",
              "the game takes no menu now (%s); finish what goes on with press_buttons"
                  .formatted(GameStates.mode(field)));
    }
    if (select.item() != null && select.pocket() == null) {
      return Verdict.refused("pocket_missing", "an item needs its pocket", "pocket");
    }
    if (Boolean.TRUE.equals(select.use()) && select.item() == null) {
      return Verdict.refused("item_missing", "to use something, say which item", "item");
    }
    return select.item() == null || select.pocket() == null
        ? null
        : missing(view, select.pocket(), select.item());
  }

  private static @Nullable Verdict missing(GameView view, Pocket pocket, int item) {
    if (view.bag().place(pocket, item) >= 0) {
      return null;
    }
    String held =
        view.bag().in(pocket).stream()
            .map(stack -> stack.item() + " (x" + stack.quantity() + ")")
            .collect(Collectors.joining(", "));
    return Verdict.refused(
        "no_such_item",
        "item %d is not in the %s; there is: %s"
            .formatted(item, pocket, held.isEmpty() ? "nothing" : held),
        "item");
  }

  private static boolean isOpen(GameView view) {
    return view.field().screen() == Screen.BAG && view.field().tasks().contains(Routine.BAG_INPUT);
  }

  private static boolean asksWhatToDo(GameView view) {
    return view.field().tasks().contains(Routine.BAG_ITEM_ROW)
        || view.field().tasks().contains(Routine.BAG_ITEM_ROWS);
  }

  static Verdict run(Session session, SelectBag select) throws InterruptedException, Stuck {
    GameView before = session.view();
    Verdict refusal = check(before, select);
    if (refusal != null) {
      return refusal;
    }
    Menus menus = new Menus(session);
    if (!isOpen(before)) {
      open(session, menus, before);
    }
    if (select.pocket() != null) {
      menus.move(POCKET, POCKETS.indexOf(select.pocket()), Bags::isOpen);
    }
    GameView view = session.view();
    String outcome = "opened";
    if (select.item() != null && select.pocket() != null) {
      int place = view.bag().place(select.pocket(), select.item());
      if (place < 0) {
        throw new Stuck("the item is not in the list any more");
      }
      menus.move(ITEM, place, Bags::isOpen);
      view = menus.choose(ITEM, place, Bags::asksWhatToDo, "the menu of the item");
      outcome = "chosen";
    }
    if (Boolean.TRUE.equals(select.use())) {
      menus.press(Button.A, Menus.MENU_LIMIT, now -> !asksWhatToDo(now), "what using it does");
      return used(session, before, select);
    }
    return told(session, before, view, outcome);
  }

  /// Waits until using the item has come to something: the battle goes on, or a monster must be
  /// chosen for it, or the list is back.
  private static Verdict used(Session session, GameView before, SelectBag select)
      throws InterruptedException {
    session.awaitView(
        Menus.MENU_LIMIT,
        view ->
            isOpen(view)
                || view.field().tasks().contains(Routine.PARTY_CHOOSE)
                || view.field().screen() == Screen.BATTLE
                || view.field().isFree()
                || view.field().textBox());
    GameView view = session.view();
    if (before.battle() != null && view.field().screen() == Screen.BATTLE) {
      return Battles.followed(session, before, "used_item");
    }
    return told(
        session,
        before,
        view,
        view.field().screen() == Screen.PARTY
            ? "choose_a_monster_for_it"
            : quantity(before, select) == quantity(view, select) ? "not_used" : "used_item");
  }

  static int quantity(GameView view, SelectBag select) {
    if (select.pocket() == null || select.item() == null) {
      return 0;
    }
    return view.bag().in(select.pocket()).stream()
        .filter(stack -> stack.item() == select.item())
        .mapToInt(stack -> stack.quantity())
        .sum();
  }

  private static void open(Session session, Menus menus, GameView before)
      throws InterruptedException, Stuck {
    if (before.battle() != null) {
      Battles.backToActions(menus, before);
      menus.move(Battles.ACTION, Battle.BAG, view -> Battles.waits(view, Menu.action));
      menus.choose(Battles.ACTION, Battle.BAG, Bags::isOpen, "the bag");
      return;
    }
    if (GameStates.mode(before.field()) != Mode.menu) {
      menus.press(
          Button.Start,
          Menus.MENU_LIMIT,
          view -> GameStates.mode(view.field()) == Mode.menu,
          "the start menu");
    }
    startMenu(session, menus);
  }

  private static void startMenu(Session session, Menus menus) throws InterruptedException, Stuck {
    int bag = session.view().startMenuBag();
    Cursor cursor = new Cursor("start", GameView::startMenuCursor, Menus::inList);
    menus.move(cursor, bag, view -> GameStates.mode(view.field()) == Mode.menu);
    menus.choose(cursor, bag, Bags::isOpen, "the bag");
  }

  private static Verdict told(Session session, GameView before, GameView view, String outcome) {
    ObjectNode output = Report.of(view);
    output.put("outcome", outcome).put("pocket", view.bagPocket().name());
    output.put("frames", view.frame() - before.frame()).put("presses", session.changes());
    return new Verdict.Done(output);
  }
}
