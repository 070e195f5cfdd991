package dev.playloop.launcher.cli;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.launcher.example.ExampleFiles;
import dev.playloop.operator.AgentRegister;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.kafka.common.errors.AuthorizationException;
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
    KafkaSettings kafka = Objects.requireNonNull(cluster).kafka();
    try {
      requireAgents(kafka, triggers);
    } catch (AuthorizationException e) {
      // Who may only write, as a game: a trigger for nobody becomes a dead letter.
    }
    try (Publisher publisher = Publisher.open(kafka)) {
      for (Trigger trigger : triggers) {
        String id = publisher.publish(trigger);
        Objects.requireNonNull(spec)
            .commandLine()
            .getOut()
            .println("published " + trigger.agent() + " " + trigger.kind() + " " + id);
      }
    }
    return 0;
  }

  /// A trigger for nobody would wait for half a minute and become a dead letter: refused here,
  /// before anything is written.
  private static void requireAgents(KafkaSettings kafka, List<Trigger> triggers) {
    Set<AgentId> known = AgentRegister.read(kafka).keySet();
    for (Trigger trigger : triggers) {
      if (!known.contains(trigger.agent())) {
        String nearest =
            Nearest.of(trigger.agent().value(), known.stream().map(AgentId::value).toList());
        throw UserProblem.usage(
            "there is no agent '" + trigger.agent() + "'; nothing was published",
            nearest == null
                ? "'./playloop agents list' shows who is there, 'agents apply' adds some."
                : "did you mean '" + nearest + "'? './playloop agents list' shows who is there.");
      }
    }
  }
}
