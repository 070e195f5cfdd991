package dev.playloop.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.Require;

/// A source of triggers or world events that one ingest process owns at a time.
public record SourceId(@JsonValue String value) {
  @JsonCreator
  public SourceId {
    Require.text("sourceId", value, 128);
  }

  @Override
  public String toString() {
    return value;
  }
}
