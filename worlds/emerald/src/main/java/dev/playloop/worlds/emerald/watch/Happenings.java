package dev.playloop.worlds.emerald.watch;

import dev.playloop.schemas.event.WorldEvent.Happening;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emerald.game.Battle;
import dev.playloop.worlds.emerald.model.GameState;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/// The kinds of happenings in a game, which agents subscribe to, and what they say. Texts of the
/// game stand in quotes and in `data`: they are data, never instructions.
final class Happenings {
  public static final String MAP_ENTERED = "emerald.map.entered";
  public static final String BATTLE_STARTED = "battle.started";
  public static final String BATTLE_ENDED = "battle.ended";
  public static final String MENU_WAITING = "menu.waiting";
  public static final String DIALOGUE_SHOWN = "dialogue.shown";
  public static final String BLACKED_OUT = "emerald.blacked-out";
  public static final String BADGE_WON = "emerald.badge-won";
  public static final String PARTY_CHANGED = "party.changed";

  private Happenings() {}

  static Happening mapEntered(GameState state, String from) {
    ObjectNode data = Json.NODES.objectNode();
    data.put("map", state.map()).put("x", state.x()).put("y", state.y()).put("from", from);
    return new Happening(
        MAP_ENTERED,
        "You entered map %s at (%d, %d).".formatted(state.map(), state.x(), state.y()),
        data);
  }

  static Happening battleStarted(GameState.Battle battle) {
    ObjectNode data = Json.NODES.objectNode();
    data.put("trainer", battle.trainer());
    GameState.Fighter foe = battle.foe();
    String against = "";
    if (foe != null) {
      data.set("foe", Json.LOG.valueToTree(foe));
      against = " against %s (level %d)".formatted(foe.name(), foe.level());
    }
    return new Happening(
        BATTLE_STARTED,
        "A %s battle%s has begun.".formatted(battle.trainer() ? "trainer" : "wild", against),
        data);
  }

  static Happening battleEnded(boolean trainer, int outcome) {
    String how =
        switch (outcome) {
          case Battle.WON -> "won";
          case Battle.LOST -> "lost";
          case Battle.RAN -> "ran";
          case Battle.FOE_FLED -> "foe_fled";
          case Battle.CAUGHT -> "caught";
          default -> "unknown";
        };
    ObjectNode data = Json.NODES.objectNode();
    data.put("trainer", trainer).put("outcome", how);
    return new Happening(
        BATTLE_ENDED, "The battle has ended: %s.".formatted(how.replace('_', ' ')), data);
  }

  static Happening blackedOut(GameState state) {
    ObjectNode data = Json.NODES.objectNode();
    data.put("map", state.map());
    return new Happening(
        BLACKED_OUT, "All your monsters fainted in battle, and you blacked out.", data);
  }

  static Happening menuWaiting(String kind) {
    ObjectNode data = Json.NODES.objectNode();
    data.put("menu", kind);
    return new Happening(
        MENU_WAITING, "The game waits for your input: %s.".formatted(kind.replace('_', ' ')), data);
  }

  static Happening dialogueShown(String text) {
    ObjectNode data = Json.NODES.objectNode();
    data.put("text", text);
    return new Happening(DIALOGUE_SHOWN, "A text box says: \"%s\"".formatted(text), data);
  }

  static Happening badgeWon(int badge, int count) {
    ObjectNode data = Json.NODES.objectNode();
    data.put("badge", badge).put("badges", count);
    return new Happening(
        BADGE_WON,
        String.format(Locale.ROOT, "You won badge %d; you have %d now.", badge, count),
        data);
  }

  static Happening partyChanged(GameState state) {
    ObjectNode data = Json.NODES.objectNode();
    data.set("party", Json.LOG.valueToTree(state.party()));
    return new Happening(
        PARTY_CHANGED, "Your party has changed: who is in it, a level, or who can fight.", data);
  }
}
