package dev.playloop.journal;

import dev.playloop.schemas.event.View;
import dev.playloop.schemas.json.Json;

/// What an agent sees: its newest view, and that view's JSON as it is journaled.
@SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
public record Sight(View view, byte[] json) {
  public static Sight of(View view) {
    return new Sight(view, Json.bytes(view));
  }
}
