package dev.playloop.worlds.emerald.play;

import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.GameStates;
import dev.playloop.worlds.emerald.game.Terrain;
import dev.playloop.worlds.emerald.game.Tile;
import dev.playloop.worlds.emerald.model.EmeraldWrite.Navigate;
import dev.playloop.worlds.emerald.play.PathCheck.Checked;
import dev.playloop.worlds.emerald.play.Walk.Stop;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `navigate`: checks the whole path, then walks it.
final class Navigation {
  private Navigation() {}

  static Verdict check(Session session, Navigate navigate) throws InterruptedException {
    FieldView field = session.field();
    Verdict.Refused held = heldBy(field);
    if (held != null) {
      return held;
    }
    return switch (PathCheck.check(field, session.terrain(field), tiles(navigate))) {
      case Checked.Bad bad -> bad.why();
      case Checked.Good good ->
          new Verdict.Done(Report.place(field).put("steps_asked", good.steps().size()));
    };
  }

  static Verdict run(Session session, Navigate navigate) throws InterruptedException {
    FieldView start = session.field();
    Verdict.Refused held = heldBy(start);
    if (held != null) {
      return held;
    }
    FieldView field = settled(session, start);
    return switch (PathCheck.check(field, session.terrain(field), tiles(navigate))) {
      case Checked.Bad bad -> bad.why();
      case Checked.Good good -> walked(session, good.steps(), field);
    };
  }

  /// The map that the end of a path leads to: its name, `?` where that is not known, or null where
  /// the path stays on its map or can't be walked.
  static @Nullable String goalMap(FieldView field, Terrain terrain, Navigate navigate) {
    if (!(PathCheck.check(field, terrain, tiles(navigate)) instanceof Checked.Good good)) {
      return null;
    }
    Step last = good.steps().getLast();
    return switch (last.kind()) {
      case WALK, LEDGE, FORCED -> null;
      case EDGE -> "?";
      case WARP ->
          terrain
              .warpAt(last.to())
              .or(() -> terrain.warpAt(last.to().back(last.direction())))
              .map(warp -> warp.to().toString())
              .orElse("?");
    };
  }

  private static Verdict walked(Session session, List<Step> steps, FieldView field)
      throws InterruptedException {
    Stop stop = new Walk(session, steps, field).walk(field);
    long end = session.now();
    session.confirmNothingLost();
    ObjectNode output = Report.of(session.view());
    output.put("outcome", stop.why() == null ? "arrived" : "interrupted");
    if (stop.why() != null) {
      output.put("why", stop.why());
    }
    if (stop.npc() != null) {
      output.put("npc", stop.npc());
    }
    output.put("steps_taken", stop.steps()).put("steps_asked", steps.size());
    output.put("frames", end - field.frame()).put("presses", session.changes());
    return new Verdict.Done(output);
  }

  /// A step that is still under way, as after a slide, is waited for.
  private static FieldView settled(Session session, FieldView start) throws InterruptedException {
    return start.player().isStill()
        ? start
        : session.await(60, field -> field.player().isStill()).orElse(start);
  }

  private static Verdict.@Nullable Refused heldBy(FieldView field) {
    if (field.isFree()) {
      return null;
    }
    return switch (GameStates.mode(field)) {
      case field -> null;
      case battle ->
          Verdict.refused(
              "in_battle", "a battle is on; fight with select_move, or leave with select_run");
      case text ->
          Verdict.refused(
              "controls_locked",
              "a text box or a script holds you; press A with press_buttons until it is over");
      case menu ->
          Verdict.refused("menu_open", "the start menu is open; close it with press_buttons B");
      case bag -> Verdict.refused("menu_open", "the bag is open; close it with press_buttons B");
      case party ->
          Verdict.refused("menu_open", "the party is open; close it with press_buttons B");
      case busy ->
          Verdict.refused("busy", "the game is between two screens; look again in a moment");
    };
  }

  static List<Tile> tiles(Navigate navigate) {
    return navigate.path().stream().map(tile -> new Tile(tile.x(), tile.y())).toList();
  }
}
