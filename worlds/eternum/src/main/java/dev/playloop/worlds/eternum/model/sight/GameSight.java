package dev.playloop.worlds.eternum.model.sight;

import dev.playloop.schemas.Text;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.model.Perspective.Sight;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.sight.Packing;
import dev.playloop.worlds.model.sight.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/// What an account sees of a scene, as words and as a state whose ids are the tools' arguments. It
/// never takes more than its budget: what matters least is left out first, kind by kind, and the
/// words say what that is and how to ask for it. The same scene gives the same view.
public final class GameSight {

  /// What the words take at most, in bytes, before what is left out is told.
  private static final int MAX_WORDS = 6_000;

  /// What tells that something is left out, in words and in the state: at most fifteen kinds.
  private static final int LEFT_OUT = 1_500;

  private GameSight() {}

  public static Sight of(Scene scene, int maxTokens) {
    SeenGame seen = SeenGame.of(scene);
    EternumView.Game game = seen.game();
    if (game == null) {
      return Sight.of(Json.NODES.objectNode(), "The game was not read yet; ask by observe_game.");
    }
    Neighbourhood around = new Neighbourhood(seen);
    String words = bounded(Words.of(seen, around, game));
    ObjectNode head = head(seen, game);
    List<Piece> pieces = new ArrayList<>(OwnRows.pieces(seen, around));
    pieces.addAll(OtherRows.pieces(seen, around));
    Map<String, Integer> beyond =
        Map.of(
            OwnRows.STRUCTURES,
            seen.structures().size() - OwnRows.MOST,
            OwnRows.EXPLORERS,
            seen.explorers().size() - OwnRows.MOST);
    int most = maxTokens * Sight.BYTES_PER_TOKEN;
    Packing packing =
        Packing.of(pieces, most - Piece.size(words) - Piece.size(head) - LEFT_OUT, beyond);
    Sight sight = sight(head, words, packing);
    while (sight.tokens() > maxTokens && packing.shrink()) {
      sight = sight(head, words, packing);
    }
    return sight;
  }

  /// Only names that were chosen to be long in a prompt make it too long.
  private static String bounded(String words) {
    String cut = words;
    while (Piece.size(cut) > MAX_WORDS) {
      cut = Text.cut(cut, Text.length(cut) * 3 / 4);
    }
    return cut;
  }

  /// With an empty list for each section that is known, so that what is not there is not known.
  private static ObjectNode head(SeenGame seen, EternumView.Game game) {
    ObjectNode head = Json.NODES.objectNode().put("gameId", game.gameId());
    head.put("address", game.address());
    if (game.name() != null) {
      head.put("name", game.name());
    }
    head.put("block", game.block()).put("timestamp", game.timestamp());
    seen.unknown().forEach(head.withArray("notKnown")::add);
    head.putArray(OwnRows.STRUCTURES);
    head.putArray(OwnRows.EXPLORERS);
    if (seen.surroundings() != null) {
      head.putArray(OtherRows.NEARBY);
      head.putArray(OtherRows.EXPLORED);
    }
    if (seen.orders() != null) {
      head.putArray(OtherRows.ORDERS);
    }
    if (seen.pools() != null) {
      head.putArray(OtherRows.POOLS);
      head.putArray(OtherRows.MARKET);
    }
    if (seen.hyperstructures() != null) {
      head.putArray(OtherRows.HYPERSTRUCTURES);
    }
    EternumView.Guilds guilds = seen.guilds();
    if (guilds != null) {
      if (guilds.own() != null) {
        head.set("ownGuild", Json.LOG.valueToTree(guilds.own()));
      }
      head.putArray(OtherRows.GUILD_MEMBERS);
      head.putArray(OtherRows.GUILDS);
    }
    if (seen.leaderboard() != null) {
      head.putArray(OtherRows.LEADERBOARD);
    }
    head.putArray(OtherRows.EVENTS);
    return (ObjectNode) Clean.json(head);
  }

  private static Sight sight(ObjectNode head, String words, Packing packing) {
    ObjectNode state = head.deepCopy();
    packing.sections().forEach((section, rows) -> state.withArray(section).addAll(rows));
    if (!packing.leftOut().isEmpty()) {
      state.set("leftOut", Json.LOG.valueToTree(new TreeMap<>(packing.leftOut())));
    }
    return Sight.of(state, words + Words.leftOut(packing.leftOut()));
  }
}
