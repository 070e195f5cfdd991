package dev.playloop.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.Require;

/// A part of a world whose entities are folded together, such as a map or one actor's surroundings.
public record SceneId(@JsonValue String value) {
  @JsonCreator
  public SceneId {
    Require.text("sceneId", value, 128);
  }

  @Override
  public String toString() {
    return value;
  }
}
