package dev.playloop.audit.erase;

import dev.playloop.schemas.event.SourceState;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How far the daily caps have counted what `decisions` cost, as their cursor says.
@FunctionalInterface
public interface Counted {
  /// The offset that is counted next, by partition; null where this is another source's cursor.
  @Nullable Map<Integer, Long> offsets(SourceState cursor);
}
