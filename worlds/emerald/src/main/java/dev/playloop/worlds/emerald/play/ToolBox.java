package dev.playloop.worlds.emerald.play;

import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.game.Terrain;
import dev.playloop.worlds.emerald.model.EmeraldWrite;
import dev.playloop.worlds.emerald.model.EmeraldWrite.HoldButtons;
import dev.playloop.worlds.emerald.model.EmeraldWrite.Navigate;
import dev.playloop.worlds.emerald.model.EmeraldWrite.PressButtons;
import dev.playloop.worlds.emerald.model.EmeraldWrite.SelectBag;
import dev.playloop.worlds.emerald.model.EmeraldWrite.SelectMove;
import dev.playloop.worlds.emerald.model.EmeraldWrite.SelectRun;
import dev.playloop.worlds.emerald.model.EmeraldWrite.StunNpc;
import dev.playloop.worlds.emerald.model.EmeraldWrite.SwitchPokemon;
import dev.playloop.worlds.emerald.model.EmeraldWrite.UnstunNpc;
import dev.playloop.worlds.emerald.play.Menus.Stuck;
import org.jspecify.annotations.Nullable;

/// Every tool that writes, and what it does. One without its line here does not compile.
public final class ToolBox {
  private ToolBox() {}

  /// Performs it.
  public static Verdict run(Session session, EmeraldWrite write) throws InterruptedException {
    try {
      return switch (write) {
        case Navigate navigate -> Navigation.run(session, navigate);
        case SelectMove select -> Battles.move(session, select);
        case SelectBag select -> Bags.run(session, select);
        case SwitchPokemon select -> Switching.run(session, select);
        case SelectRun _ -> Battles.run(session);
        case PressButtons press -> Buttons.press(session, press);
        case HoldButtons hold -> Buttons.hold(session, hold);
        case StunNpc stun -> Stun.stun(session, stun.id());
        case UnstunNpc unstun -> Stun.unstun(session, unstun.id());
      };
    } catch (Stuck e) {
      return new Verdict.Failed(
          "menu_stuck",
          e.getMessage() + "; look, and go on with press_buttons",
          Report.of(session.view()));
    } catch (LostReply e) {
      return new Verdict.Unknown(
          "lost_reply",
          "the emulator's answer to a press was lost, and the game does not show what it did: "
              + e.getMessage(),
          Report.of(session.view()));
    }
  }

  /// What it would do, without a key.
  public static Verdict check(Session session, EmeraldWrite write) throws InterruptedException {
    if (write instanceof Navigate navigate) {
      return Navigation.check(session, navigate);
    }
    GameView view = session.view();
    @Nullable Verdict refusal =
        switch (write) {
          case Navigate _, PressButtons _ -> null;
          case SelectMove select -> Battles.checkMove(view, select);
          case SelectBag select -> Bags.check(view, select);
          case SwitchPokemon select -> Switching.check(view, select);
          case SelectRun _ -> Battles.checkRun(view);
          case HoldButtons _ -> Buttons.checkHold(view.field());
          case StunNpc stun -> Stun.check(view.field(), stun.id(), true);
          case UnstunNpc unstun -> Stun.check(view.field(), unstun.id(), false);
        };
    return refusal == null ? new Verdict.Done(Report.of(view)) : refusal;
  }

  /// What the end of a path leads to, for the pre-state.
  public static @Nullable String goalMap(GameView view, Terrain terrain, Navigate navigate) {
    return Navigation.goalMap(view.field(), terrain, navigate);
  }
}
