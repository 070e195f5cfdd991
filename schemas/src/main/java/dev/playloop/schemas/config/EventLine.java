package dev.playloop.schemas.config;

import dev.playloop.schemas.event.WorldEvent;

/// One line of a file of events: a trigger, or a world event, which is told by its `change`.
public sealed interface EventLine permits TriggerLine, EventLine.OfWorld {
  /// What changed in a world: the event's fields; without `at` it happened when the file was read.
  record OfWorld(WorldEvent event) implements EventLine {}
}
