package dev.playloop.launcher.cli;

import static java.util.stream.Collectors.joining;

import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.operator.ResumeAnswer;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.HaltScope;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
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
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private HaltScopeOptions scope = new HaltScopeOptions();
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    switch (cluster.operator().resume(scope.given())) {
      case ResumeAnswer.Resumed(Halt halt, List<Halt> others) -> {
        out.println(
            "resumed "
                + scope.words(halt.scope())
                + ", halted by "
                + halt.by()
                + " at "
                + halt.at());
        others.forEach(other ->
            out.println("still halted: " + scope.words(other.scope()) + ", by " + other.by()));
      }
      case ResumeAnswer.NotHalted(HaltScope nothing, List<Halt> inForce) ->
          throw UserProblem.usage(
              "nothing is halted as " + scope.words(nothing),
              inForce.isEmpty()
                  ? "there is no halt at all."
                  : inForce.stream()
                      .map(halt -> halt.scope().value())
                      .sorted()
                      .collect(joining(", ", "in force are: ", ".")));
    }
    return 0;
  }
}
