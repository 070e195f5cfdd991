package dev.playloop.launcher.cli;

import dev.playloop.launcher.LocalKafka;
import dev.playloop.launcher.example.Example;
import dev.playloop.launcher.watch.Shell;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.json.Json;
import java.util.Objects;

/// A trigger for who looks at a system that has just started, to be typed.
final class TypedTrigger {
  private TypedTrigger() {}

  /// One line for a shell that sends a trigger as a game does. It owes an answer where the example
  /// has a message that the agent can answer: a world refuses answers to what it does not know.
  static String of(Example chosen, LocalKafka.Door door) {
    String agent =
        chosen.agents().isEmpty() ? "WORLD/NAME" : chosen.agents().getFirst().agent().toString();
    String owed =
        chosen.triggers().stream()
            .map(TriggerLine::trigger)
            .filter(trigger -> trigger.agent().toString().equals(agent))
            .map(Trigger::replyTo)
            .filter(Objects::nonNull)
            .findFirst()
            .map(message -> ",\"replyTo\":" + Json.text(message))
            .orElse("");
    return "echo "
        + Shell.quoted(
            "{\"agent\":\""
                + agent
                + "\",\"kind\":\"chat.message\",\"text\":\"hello\""
                + owed
                + "}")
        + " | ./playloop publish /dev/stdin --config "
        + Shell.quoted(door.file().toString());
  }
}
