package dev.playloop.schemas.config;

import dev.playloop.schemas.event.Trigger;
import org.jspecify.annotations.Nullable;

/// One line of `triggers.jsonl`: the trigger's fields, and `after`; without it the trigger is
/// published at once after the line before.
public record TriggerLine(Trigger trigger, @Nullable After after) implements EventLine {}
