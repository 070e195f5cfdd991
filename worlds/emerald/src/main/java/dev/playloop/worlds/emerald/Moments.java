package dev.playloop.worlds.emerald;

import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.mgba.Mgba;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Key moments of a game, each with a picture: another map, a battle's begin and end, a new badge.
/// Thread-safe.
///
/// @param screenshots takes the pictures
record Moments(Screenshots screenshots) {

  /// Tells in `output` what has come about, with a picture, where that is worth one.
  void keep(Mgba mgba, GameView before, GameView after, ObjectNode output)
      throws InterruptedException {
    String moment = between(before, after);
    if (moment != null) {
      output.put("moment", moment);
      tell(output, screenshots.take(mgba));
    }
  }

  private static @Nullable String between(GameView before, GameView after) {
    if (before.battle() == null && after.battle() != null) {
      return "battle_begins";
    }
    if (before.battle() != null && after.battle() == null) {
      return "battle_ends";
    }
    if (after.badgeCount() > before.badgeCount()) {
      return "badge";
    }
    return before.field().map().equals(after.field().map()) ? null : "map_change";
  }

  /// Where the picture is, or why there is none.
  static void tell(ObjectNode output, Screenshots.Shot shot) {
    switch (shot) {
      case Screenshots.Shot.Kept kept ->
          output.putObject("screenshot").put("sha256", kept.sha256()).put("url", kept.url());
      case Screenshots.Shot.Missing missing -> output.put("screenshot_missing", missing.why());
    }
  }
}
