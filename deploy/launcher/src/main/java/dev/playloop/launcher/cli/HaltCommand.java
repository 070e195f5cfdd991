package dev.playloop.launcher.cli;

import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.operator.HaltAnswer;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.HaltScope;
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
    switch (cluster.operator().halt(scope.given(), reason)) {
      case HaltAnswer.Halted(Halt halt) ->
          Objects.requireNonNull(spec)
              .commandLine()
              .getOut()
              .println(
                  "halted "
                      + scope.words(halt.scope())
                      + "; '"
                      + scope.resume(halt.scope())
                      + "' goes on");
      case HaltAnswer.NobodyThere(HaltScope nobody, String nearest) ->
          throw UserProblem.usage(
              "there is no agent in " + scope.words(nobody),
              nearest == null
                  ? "'./playloop agents list' shows who is there."
                  : "Did you mean '" + nearest + "'?");
    }
    return 0;
  }
}
