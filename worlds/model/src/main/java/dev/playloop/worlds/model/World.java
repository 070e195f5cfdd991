package dev.playloop.worlds.model;

import dev.playloop.schemas.tool.ToolCatalogue;

/// The pure half of a world: its tools, and what an agent sees of it. Immutable.
public interface World {
  /// Its name, the first part of its agents' ids.
  String name();

  /// Its read and write tools, without the loop's own.
  ToolCatalogue tools();

  Perspective perspective();

  /// The name of the internal write by which a closed run leaves a memory, or null where the world
  /// stores none. Internal writes are never offered to the model; see [WorldActions].
  default @org.jspecify.annotations.Nullable String memoryTool() {
    return null;
  }
}
