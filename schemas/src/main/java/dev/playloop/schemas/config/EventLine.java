package dev.playloop.schemas.config;

/// One line of a file of events: a trigger, or a world event, which is told by its `change`.
public sealed interface EventLine permits TriggerLine, WorldEventLine {}
