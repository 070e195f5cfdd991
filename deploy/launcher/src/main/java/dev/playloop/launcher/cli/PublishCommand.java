package dev.playloop.launcher.cli;

import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.launcher.example.ExampleFiles;
import dev.playloop.operator.Operator;
import dev.playloop.operator.PublishAnswer;
import dev.playloop.schemas.config.After;
import dev.playloop.schemas.config.EventLine;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.AgentId;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Publishes the triggers and world events of a file, all at once.
@Command(
    name = "publish",
    mixinStandardHelpOptions = true,
    description =
        "Publishes the triggers and world events of a file (one JSON object a line; what has a"
            + " 'change' is a world event).")
final class PublishCommand implements Callable<Integer> {
  @Mixin private @Nullable ClusterOptions cluster;

  @Parameters(paramLabel = "FILE", description = "triggers.jsonl")
  private @Nullable Path file;

  @Option(
      names = "--validate-only",
      description = "Check the file, its agents and worlds, and publish nothing.")
  private boolean validateOnly;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    List<EventLine> events = ExampleFiles.plainEvents(Objects.requireNonNull(file));
    Operator operator = Objects.requireNonNull(cluster).operator();
    PublishAnswer answer =
        validateOnly ? operator.validate(events) : operator.publish(events, this::accepted);
    return switch (answer) {
      case PublishAnswer.Published _ -> 0;
      case PublishAnswer.Valid(List<EventLine> valid) -> {
        valid.forEach(event -> say("valid", event, ""));
        yield 0;
      }
      case PublishAnswer.NoSuchAgent(AgentId agent, String nearest) ->
          throw nobody("agent '" + agent + "'", nearest);
      case PublishAnswer.NoSuchWorld(String world, String nearest) ->
          throw nobody("agent in a world '" + world + "'", nearest);
    };
  }

  private static UserProblem nobody(String what, @Nullable String nearest) {
    return UserProblem.usage(
        "there is no " + what + "; nothing was published",
        nearest == null
            ? "'./playloop agents list' shows who is there, 'agents apply' adds some."
            : "did you mean '" + nearest + "'? './playloop agents list' shows who is there.");
  }

  private void accepted(PublishAnswer.Accepted one) {
    say("published", one.event(), " " + one.id());
  }

  private void say(String what, EventLine event, String id) {
    String text =
        switch (event) {
          case TriggerLine(Trigger trigger, After _) -> trigger.agent() + " " + trigger.kind();
          case EventLine.OfWorld(WorldEvent changed) ->
              changed.world() + ":" + changed.scene() + " " + word(changed.change());
        };
    Objects.requireNonNull(spec).commandLine().getOut().println(what + " " + text + id);
  }

  private static String word(WorldEvent.Change change) {
    return switch (change) {
      case WorldEvent.EntityPut put -> "put " + put.entity();
      case WorldEvent.EntityMoved moved -> "moved " + moved.entity();
      case WorldEvent.EntityRemoved removed -> "removed " + removed.entity();
      case WorldEvent.ActorMoved moved -> "moved " + moved.actor();
      case WorldEvent.Happening happening -> happening.kind();
    };
  }
}
