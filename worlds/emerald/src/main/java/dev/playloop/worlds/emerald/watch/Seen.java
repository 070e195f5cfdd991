package dev.playloop.worlds.emerald.watch;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What was told of a game so far: the watcher's cursor. What is long is kept as a digest.
///
/// @param epoch grows when the frame counter goes back: a reset, or a state that was loaded
/// @param frame the newest frame that was looked at
/// @param state digest of the player's own state
/// @param others digest of everybody else on the map
/// @param put the frame at which the entity was told last
/// @param map group and number of the map
/// @param battle what battle is on
/// @param waits what waits for input, and in which situation; empty where nothing does
/// @param text digest of the dialogue on the screen; empty where there is none
/// @param party digest of who is in the party
/// @param badges bit 0 is the first badge
@RecordBuilder
record Seen(
    long epoch,
    long frame,
    String state,
    String others,
    long put,
    String map,
    Fight battle,
    String waits,
    String text,
    String party,
    int badges) {
  static final long EPOCH_MAX = 0x7FFF_FFFFL;
  static final long FRAME_MAX = 0xFFFF_FFFFL;

  enum Fight {
    none,
    wild,
    trainer
  }

  Seen {
    if (epoch < 0 || epoch > EPOCH_MAX || frame < 0 || frame > FRAME_MAX) {
      throw new InvalidValueException(
          "cursor",
          "an epoch of 31 bits and a frame of 32 bits",
          "epoch " + epoch + ", frame " + frame);
    }
  }

  /// Throws [InvalidValueException] where it is no cursor of a watcher.
  static @Nullable Seen parse(@Nullable String cursor) {
    if (cursor == null) {
      return null;
    }
    JsonNode node = Json.tree(cursor);
    return Json.readStrict(node, Seen.class);
  }

  String cursor() {
    return Json.text(this);
  }

  /// Grows with each look, also over a reset: the epoch above, the frame below.
  long version() {
    return epoch << 32 | frame;
  }
}
