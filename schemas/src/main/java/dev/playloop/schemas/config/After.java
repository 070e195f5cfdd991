package dev.playloop.schemas.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.id.TriggerId;
import java.time.Duration;
import java.time.format.DateTimeParseException;

/// When a line of `triggers.jsonl` is published: once another trigger is closed, or a while after
/// the line before it.
public sealed interface After {
  /// Once the run of this trigger has closed, or the trigger was dropped.
  record Closed(String trigger) implements After {
    public Closed {
      TriggerId.checked(trigger);
    }

    @Override
    public String toString() {
      return trigger;
    }
  }

  /// This long after the line before was published.
  record Elapsed(Duration duration) implements After {
    @Override
    public String toString() {
      return duration.toString();
    }
  }

  /// `PT…` is a duration in ISO 8601, everything else the id of a trigger.
  @JsonCreator
  static After parse(String text) {
    if (text.startsWith("PT")) {
      try {
        return new Elapsed(Duration.parse(text));
      } catch (DateTimeParseException e) {
        return new Closed(text);
      }
    }
    return new Closed(text);
  }

  @JsonValue
  default String text() {
    return toString();
  }
}
