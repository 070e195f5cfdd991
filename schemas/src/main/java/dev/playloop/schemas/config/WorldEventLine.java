package dev.playloop.schemas.config;

import dev.playloop.schemas.event.WorldEvent;

/// A line that says what changed in a world: the event's fields; without `at` it happened when the
/// file was read.
public record WorldEventLine(WorldEvent event) implements EventLine {}
