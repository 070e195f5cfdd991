package dev.playloop.launcher.declared;

import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.example.Play;
import dev.playloop.launcher.example.RunRecord;
import dev.playloop.operator.Operator;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.declared.model.DeclaredWorlds;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// An agent of a tavern, which is declared in a system that runs.
final class Barkeep {
  static final AgentId ID = AgentId.of("tavern", "barkeep");

  private Barkeep() {}

  static void declare(LocalSystem system, String world) throws InterruptedException {
    WorldDeclaration declaration =
        new ConfigFile("world.yaml", world).as(WorldDeclaration.class, DeclaredWorld::misfits);
    new Operator(system.kafka(), "test", Clock.systemUTC())
        .declare(DeclaredWorlds.records(declaration, Instant.now(), "test"));
  }

  static void apply(LocalSystem system) throws InterruptedException {
    String yaml =
        """
        - agent: tavern/barkeep
          actor: barkeep
          enabled: true
          instructions: {identity: You keep the bar.}
          boundaries: {"*": {tools: ["*"]}}
        """;
    try (Publisher publisher = Publisher.open(system.kafka())) {
      publisher.apply(
          system.routes().resolve(new ConfigFile("agents.yaml", yaml).agents().getFirst()));
    }
  }

  /// The run of a trigger of that id, to its end.
  static RunRecord played(Play play, String id, String text) throws InterruptedException {
    Trigger trigger = Trigger.of(id, ID, "chat.message").text(text);
    return play.play(List.of(new TriggerLine(trigger, null)), Duration.ofSeconds(60))
        .runOf(id)
        .orElseThrow();
  }
}
