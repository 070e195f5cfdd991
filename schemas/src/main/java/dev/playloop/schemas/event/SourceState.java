package dev.playloop.schemas.event;

import dev.playloop.schemas.id.SourceId;
import dev.playloop.schemas.json.Versioned;
import java.time.Instant;

/// How far a source has been read; the value of `source-cursors`. `cursor` is the source's own
/// text.
public record SourceState(int v, SourceId source, String cursor, Instant at) implements Versioned {
  public static final int VERSION = 1;
}
