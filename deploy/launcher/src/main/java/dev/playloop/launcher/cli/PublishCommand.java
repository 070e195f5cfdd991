package dev.playloop.launcher.cli;

import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.launcher.example.ExampleFiles;
import dev.playloop.operator.PublishAnswer;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Publishes the triggers of a file, all at once.
@Command(
    name = "publish",
    mixinStandardHelpOptions = true,
    description = "Publishes the triggers of a file (one JSON object a line).")
final class PublishCommand implements Callable<Integer> {
  @Mixin private @Nullable ClusterOptions cluster;

  @Parameters(paramLabel = "FILE", description = "triggers.jsonl")
  private @Nullable Path file;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    List<Trigger> triggers = ExampleFiles.plainTriggers(Objects.requireNonNull(file));
    PublishAnswer answer =
        Objects.requireNonNull(cluster).operator().publish(triggers, this::accepted);
    return switch (answer) {
      case PublishAnswer.Published _ -> 0;
      case PublishAnswer.NoSuchAgent(AgentId agent, String nearest) ->
          throw UserProblem.usage(
              "there is no agent '" + agent + "'; nothing was published",
              nearest == null
                  ? "'./playloop agents list' shows who is there, 'agents apply' adds some."
                  : "did you mean '" + nearest + "'? './playloop agents list' shows who is there.");
    };
  }

  private void accepted(PublishAnswer.Accepted one) {
    Trigger trigger = one.trigger();
    Objects.requireNonNull(spec)
        .commandLine()
        .getOut()
        .println("published " + trigger.agent() + " " + trigger.kind() + " " + one.id());
  }
}
