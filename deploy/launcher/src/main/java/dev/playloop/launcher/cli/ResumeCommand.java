package dev.playloop.launcher.cli;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.FollowedTable;
import dev.playloop.launcher.UserProblem;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.HaltScope;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Ends a halt.
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description = {
      "Ends a halt: what waited goes on, with its time limits later by the time it waited.",
      "Without an option it ends the halt of everything; those of single worlds and agents stay."
    })
final class ResumeCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private HaltScopeOptions scope = new HaltScopeOptions();
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    KafkaSettings kafka = cluster.kafka();
    HaltScope resumed = scope.given();
    Map<HaltScope, Halt> inForce;
    try (FollowedTable<HaltScope, Halt> halts =
        FollowedTable.start(kafka, kafka.topics().halts())) {
      if (!halts.awaitLoaded(PATIENCE)) {
        throw UserProblem.environment(
            "Kafka does not answer", "'./playloop topics list' tells more.", null);
      }
      inForce = halts.values();
    }
    Halt halt = inForce.get(resumed);
    if (halt == null) {
      throw UserProblem.usage(
          "nothing is halted as " + scope.words(resumed),
          inForce.isEmpty()
              ? "there is no halt at all."
              : "in force are: " + String.join(", ", new TreeMap<>(named(inForce)).keySet()) + ".");
    }
    try (Publisher publisher = Publisher.open(kafka)) {
      publisher.resume(resumed);
    }
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println(
        "resumed " + scope.words(resumed) + ", halted by " + halt.by() + " at " + halt.at());
    inForce.values().stream()
        .filter(other -> !other.scope().equals(resumed))
        .forEach(other ->
            out.println("still halted: " + scope.words(other.scope()) + ", by " + other.by()));
    return 0;
  }

  private static Map<String, Halt> named(Map<HaltScope, Halt> halts) {
    Map<String, Halt> named = new TreeMap<>();
    halts.forEach((scope, halt) -> named.put(scope.value(), halt));
    return named;
  }
}
