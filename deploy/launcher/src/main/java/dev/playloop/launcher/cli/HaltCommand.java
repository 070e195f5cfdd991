package dev.playloop.launcher.cli;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.HaltScope;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Holds back what would begin.
@Command(
    name = "halt",
    mixinStandardHelpOptions = true,
    description = {
      "No model call and no write begins from now on, until 'resume'.",
      "Without an option everything is halted. What is under way ends; everything else waits, and its time limits stand still. Each agent that has work journals who halted it."
    })
final class HaltCommand implements Callable<Integer> {
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private HaltScopeOptions scope = new HaltScopeOptions();

  @Option(names = "--reason", paramLabel = "TEXT", description = "why, for whoever asks later")
  private @Nullable String reason;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    KafkaSettings kafka = cluster.kafka();
    HaltScope halted = scope.checked(kafka);
    String by = System.getProperty("user.name");
    try (Publisher publisher = Publisher.open(kafka)) {
      publisher.halt(new Halt(Halt.VERSION, halted, by, Instant.now(), reason));
    }
    Objects.requireNonNull(spec)
        .commandLine()
        .getOut()
        .println("halted " + scope.words(halted) + "; '" + scope.resume(halted) + "' goes on");
    return 0;
  }
}
