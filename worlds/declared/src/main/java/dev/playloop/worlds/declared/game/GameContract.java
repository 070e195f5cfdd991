package dev.playloop.worlds.declared.game;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The words of the contract between Playloop and a game, as `docs/game-contract.md` and the
/// OpenAPI document beside this class say it. Pure functions.
public final class GameContract {
  /// Carries the action's id, as it stands in the body.
  public static final String KEY = "Idempotency-Key";

  /// When a request was signed, in seconds since 1970.
  public static final String TIMESTAMP = "Playloop-Timestamp";

  public static final String SIGNATURE = "Playloop-Signature";

  /// Where actions are posted, below the game's base.
  public static final String ACTIONS = "/actions";

  /// How far the clocks of a game and of who asks it may be apart: a signature that is further from
  /// the game's own time is refused, and only so long after its `notAfter` an action is surely not
  /// begun any more.
  public static final Duration TOLERANCE = Duration.ofMinutes(5);

  private GameContract() {}

  /// Where a game is asked what became of an action, below its base: the path and the query as they
  /// are sent and signed.
  ///
  /// @param issued when the action was about to be sent; null where that is not known
  public static String asking(String action, @Nullable Instant issued) {
    String path = ACTIONS + "/" + URLEncoder.encode(action, StandardCharsets.UTF_8);
    return issued == null ? path : path + "?issued=" + issued.getEpochSecond();
  }

  /// What is posted for an action.
  public static byte[] body(Action action) {
    return Json.bytes(json(action));
  }

  /// An action as a game gets it.
  public static ObjectNode json(Action action) {
    ObjectNode body = Json.NODES.objectNode();
    body.put("action", action.action().value());
    body.put("agent", action.agent().value());
    body.put("actor", action.actor());
    body.put("tool", action.tool());
    body.set("args", action.args());
    body.put("effect", action.effect().name().toLowerCase(Locale.ROOT));
    body.put("notAfter", action.notAfter().toString());
    return body;
  }
}
