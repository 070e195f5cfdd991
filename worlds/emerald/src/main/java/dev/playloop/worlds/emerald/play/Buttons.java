package dev.playloop.worlds.emerald.play;

import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.model.Button;
import dev.playloop.worlds.emerald.model.EmeraldWrite.HoldButtons;
import dev.playloop.worlds.emerald.model.EmeraldWrite.PressButtons;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `press_buttons` and `hold_buttons`: raw input.
final class Buttons {
  private static final double FRAMES_PER_SECOND = 59.7275;
  private static final int AFTER = 8;

  private Buttons() {}

  static Verdict press(Session session, PressButtons press) throws InterruptedException {
    GameView before = session.view();
    int pressed = 0;
    for (Button button : press.buttons()) {
      session.tap(button);
      pressed++;
      if (session.isLost()) {
        break; // whether it was pressed shows nowhere: nothing more is pressed on top of it
      }
    }
    session.confirmNothingLost();
    session.pass(AFTER);
    GameView after = session.view();
    ObjectNode output = Report.of(after);
    output.put("outcome", "pressed").put("presses", pressed);
    output.put("frames", after.frame() - before.frame());
    output.put("moved", !before.field().player().tile().equals(after.field().player().tile()));
    return new Verdict.Done(output);
  }

  static @Nullable Verdict checkHold(FieldView field) {
    if (!field.isFree()) {
      return Verdict.refused(
          "controls_locked", "the game takes no steps now; finish what goes on, then hold");
    }
    return field.player().onMachBike()
        ? null
        : Verdict.refused(
            "not_on_mach_bike",
            "hold_buttons is for the Mach bike only, and you are %s; walk with navigate, or get on"
                    .formatted(field.player().way().name().replace('_', ' '))
                + " the bike first");
  }

  /// The bike must be under the player in a field that is at most two frames old; it is looked at
  /// again afterwards.
  static Verdict hold(Session session, HoldButtons hold) throws InterruptedException {
    FieldView before = session.field();
    long now = session.now();
    for (int i = 0; now - before.frame() > 2 && i < 5; i++) {
      before = session.field();
      now = session.now();
    }
    Verdict refusal = checkHold(before);
    if (refusal != null) {
      return refusal;
    }
    int frames = frames(hold.duration());
    session.hold(hold.button(), frames);
    session.pass(frames + 1);
    session.confirmNothingLost();
    session.await(60, field -> field.player().isStill() || !field.isFree());
    GameView after = session.view();
    ObjectNode output = Report.of(after);
    output.put("outcome", "held").put("held_frames", frames);
    output.put("still_on_mach_bike", after.field().player().onMachBike());
    output.put("from_map", before.map().toString());
    output.put("from_x", before.player().x()).put("from_y", before.player().y());
    output.put("frames", after.frame() - before.frame()).put("presses", session.changes());
    return new Verdict.Done(output);
  }

  /// Frames that a key is down for so many milliseconds; see [Mgba#hold].
  static int frames(int millis) {
    return Math.max(1, (int) Math.round(millis * FRAMES_PER_SECOND / 1000));
  }
}
