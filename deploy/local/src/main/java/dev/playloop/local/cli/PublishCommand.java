package dev.playloop.local.cli;

import dev.playloop.local.Publisher;
import dev.playloop.local.example.ExampleFiles;
import dev.playloop.schemas.event.Trigger;
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
    try (Publisher publisher = Publisher.open(Objects.requireNonNull(cluster).kafka())) {
      for (Trigger trigger : triggers) {
        publisher.publish(trigger);
        Objects.requireNonNull(spec)
            .commandLine()
            .getOut()
            .println("published " + trigger.agent() + " " + trigger.kind() + " " + trigger.id());
      }
    }
    return 0;
  }
}
