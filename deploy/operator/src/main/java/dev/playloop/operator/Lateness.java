package dev.playloop.operator;

import dev.playloop.kit.topic.DeadLetter;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import java.time.Clock;

/// Whether a dead letter may still be done. Turns and actions carry `notAfter`; sent back later
/// they would cost a call or an effect that nobody waits for. Everything else never expires.
public record Lateness(Topics topics, Clock clock) {

  public boolean isInTime(DeadLetter letter) {
    byte[] value = letter.value();
    if (value == null) {
      return true;
    }
    try {
      if (letter.topic().equals(topics.turns().name())) {
        return clock.instant().isBefore(Json.read(value, Turn.class).notAfter());
      }
      if (letter.topic().startsWith(topics.actions("").name())) {
        return clock.instant().isBefore(Json.read(value, Action.class).notAfter());
      }
      return true;
    } catch (InvalidValueException e) {
      // It could not be read the first time either, and will be a dead letter again.
      return true;
    }
  }
}
