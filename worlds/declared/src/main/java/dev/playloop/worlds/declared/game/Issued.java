package dev.playloop.worlds.declared.game;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Prepared;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// When a write was about to go out, as it lies on the ledger with its intent: a game whose memory
/// is younger can't say that it was not done. Pure functions.
public final class Issued {
  private static final String FIELD = "issued";

  private Issued() {}

  /// What is prepared of a write that is about to go out.
  public static JsonNode note(Instant now) {
    return Json.NODES.objectNode().put(FIELD, now.getEpochSecond());
  }

  /// Null where it is not known.
  public static @Nullable Instant of(Prepared prepared) {
    JsonNode newest = prepared.newest();
    JsonNode issued = newest == null ? null : newest.get(FIELD);
    return issued == null || !issued.canConvertToLong()
        ? null
        : Instant.ofEpochSecond(Math.clamp(issued.longValue(), 0, Integer.MAX_VALUE * 10L));
  }
}
