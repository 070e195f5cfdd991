package dev.playloop.worlds.model;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.tool.Tool;

/// What an action asks of a world, once it was read.
public sealed interface Asked<T extends Tool> permits Call, Asked.Nonsense {

  /// No call: no such tool, or arguments that don't fit. `answer` says so; nothing was done.
  record Nonsense<T extends Tool>(ActionResult answer) implements Asked<T> {}
}
