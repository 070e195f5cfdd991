package dev.playloop.worlds.emerald;

import dev.playloop.schemas.event.Action;
import dev.playloop.worlds.emerald.PreState.Fight;
import dev.playloop.worlds.emerald.game.Battle;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.game.Screen;
import dev.playloop.worlds.emerald.model.EmeraldWrite;
import dev.playloop.worlds.emerald.model.EmeraldWrite.HoldButtons;
import dev.playloop.worlds.emerald.model.EmeraldWrite.Navigate;
import dev.playloop.worlds.emerald.model.EmeraldWrite.PressButtons;
import dev.playloop.worlds.emerald.model.EmeraldWrite.SelectBag;
import dev.playloop.worlds.emerald.model.EmeraldWrite.SelectMove;
import dev.playloop.worlds.emerald.model.EmeraldWrite.SelectRun;
import dev.playloop.worlds.emerald.model.EmeraldWrite.StunNpc;
import dev.playloop.worlds.emerald.model.EmeraldWrite.SwitchPokemon;
import dev.playloop.worlds.emerald.model.EmeraldWrite.Tile;
import dev.playloop.worlds.emerald.model.EmeraldWrite.UnstunNpc;
import dev.playloop.worlds.emerald.play.Report;
import dev.playloop.worlds.model.Reconciled;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds out from the game alone whether an action has happened: what it was before, and what it is
/// now. Pure, and honest: what leaves no trace stays unknown.
final class Reconciler {
  private enum Found {
    DONE,
    NOT_DONE,
    UNKNOWN
  }

  private Reconciler() {}

  static Reconciled compare(
      Action action, EmeraldWrite write, @Nullable PreState before, GameView view) {
    if (before == null) {
      return unknown(view, "what the game was before is not known");
    }
    PreState now = PreState.of(view, null);
    if (now.frame() < before.frame()) {
      return unknown(view, "the game was switched off or another state was loaded since");
    }
    return switch (found(write, before, now, view)) {
      case DONE ->
          new Reconciled.Done(
              Answers.done(
                  action, Report.of(view).put("outcome", "found").put("found_afterwards", true)));
      case NOT_DONE ->
          new Reconciled.NotDone("the game is as it was before; nothing was done", Report.of(view));
      case UNKNOWN ->
          unknown(view, "the game does not tell whether this was done; look and decide");
    };
  }

  private static Reconciled unknown(GameView view, String why) {
    return new Reconciled.Unknown("cannot_tell", why, Report.of(view));
  }

  private static Found found(EmeraldWrite write, PreState before, PreState now, GameView view) {
    boolean same = before.looksLike(now);
    return switch (write) {
      case Navigate navigate -> walked(navigate, before, now, same);
      case SelectMove select -> moved(select, before, now, same);
      case SelectRun _ -> ran(before, now, view, same);
      case SwitchPokemon select -> switched(select, before, now, same);
      case SelectBag select -> bag(select, before, now, view, same);
      // Many buttons leave no trace.
      case PressButtons _, HoldButtons _ -> Found.UNKNOWN;
      case StunNpc stun -> frozen(now, stun.id(), true);
      case UnstunNpc unstun -> frozen(now, unstun.id(), false);
    };
  }

  private static Found walked(Navigate navigate, PreState before, PreState now, boolean same) {
    Tile goal = navigate.path().getLast();
    boolean leads = before.goalMap() != null;
    if (leads && now.map().equals(before.goalMap())) {
      return Found.DONE;
    }
    boolean moves = goal.x() != before.x() || goal.y() != before.y();
    boolean there = goal.x() == now.x() && goal.y() == now.y() && now.map().equals(before.map());
    if (there && moves && !leads) {
      return Found.DONE;
    }
    // A path that ends where it began leaves no trace of its own.
    return same && (moves || leads) ? Found.NOT_DONE : Found.UNKNOWN;
  }

  /// A move costs PP: those of the battle, or after it those of the party.
  private static Found moved(SelectMove select, PreState before, PreState now, boolean same) {
    Fight then = before.battle();
    if (then == null) {
      return Found.UNKNOWN;
    }
    if (same) {
      return before.turnLeavesTrace() ? Found.NOT_DONE : Found.UNKNOWN;
    }
    int spentBefore = spent(before, then.own(), select.slot());
    int spentNow = spent(now, then.own(), select.slot());
    return spentBefore >= 0 && spentNow >= 0 && spentNow < spentBefore ? Found.DONE : Found.UNKNOWN;
  }

  /// The PP in a slot of a monster: as it fights, or as it lies in the party.
  private static int spent(PreState state, long personality, int slot) {
    Fight fight = state.battle();
    if (fight != null && fight.own() == personality) {
      return at(fight.sides().getFirst().pp(), slot);
    }
    return state.party().stream()
        .filter(member -> member.personality() == personality)
        .map(member -> at(member.pp(), slot))
        .findFirst()
        .orElse(-1);
  }

  private static int at(List<Integer> pp, int slot) {
    return slot <= pp.size() ? pp.get(slot - 1) : -1;
  }

  private static Found ran(PreState before, PreState now, GameView view, boolean same) {
    if (before.battle() != null && now.battle() == null && view.lastOutcome() == Battle.RAN) {
      return Found.DONE;
    }
    return same && before.turnLeavesTrace() ? Found.NOT_DONE : Found.UNKNOWN;
  }

  private static Found switched(SwitchPokemon select, PreState before, PreState now, boolean same) {
    if (select.slot() > before.party().size()) {
      return Found.UNKNOWN;
    }
    long wanted = before.party().get(select.slot() - 1).personality();
    if (now.battle() != null
        && now.battle().own() == wanted
        && before.battle() != null
        && before.battle().own() != wanted) {
      return Found.DONE;
    }
    return same && before.turnLeavesTrace() ? Found.NOT_DONE : Found.UNKNOWN;
  }

  private static Found bag(
      SelectBag select, PreState before, PreState now, GameView view, boolean same) {
    boolean uses = Boolean.TRUE.equals(select.use());
    if (!uses && view.field().screen() == Screen.BAG) {
      boolean pocket = select.pocket() == null || select.pocket() == view.bagPocket();
      return pocket && select.item() == null ? Found.DONE : Found.UNKNOWN;
    }
    boolean traces = before.battle() == null || before.turnLeavesTrace();
    return same && traces && before.bag().equals(now.bag()) ? Found.NOT_DONE : Found.UNKNOWN;
  }

  private static Found frozen(PreState now, int id, boolean wanted) {
    boolean frozen = ((now.frozen() >> id) & 1) == 1;
    if (!now.mode().equals("field")) {
      return Found.UNKNOWN; // the game itself holds everybody
    }
    return frozen == wanted ? Found.DONE : Found.NOT_DONE;
  }
}
