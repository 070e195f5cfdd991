package dev.playloop.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.Require;

/// What runs one at a time: an agent's writes, one read, one emulator. The key of an action.
public record Lane(@JsonValue String value) {
  @JsonCreator
  public Lane {
    Require.text("lane", value, 300);
  }

  @Override
  public String toString() {
    return value;
  }
}
