package dev.playloop.launcher.cli.audit;

import dev.playloop.audit.evidence.Evidence;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.launcher.cli.options.JournalOptions;
import dev.playloop.launcher.cli.options.Output;
import dev.playloop.operator.RunAudit;
import dev.playloop.operator.Told;
import dev.playloop.schemas.id.RunId;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Tells one run as 'story' does, and checks it on the way.
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = {
      "Tells a run, with every prompt rebuilt and held against its hash.",
      "Exit code 0 only if nothing differs."
    })
final class AuditShowCommand implements Callable<Integer> {
  @Mixin private @Nullable JournalOptions journal;

  @Parameters(paramLabel = "RUN", description = "such as tally/ada:msg-001")
  private String run = "";

  @Option(names = "--prompts", description = "print the messages of each prompt too")
  private boolean prompts;

  @Option(names = "--json", description = "one JSON object a line, for programs")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    RunId id = new RunId(run);
    try (Evidence evidence = Objects.requireNonNull(journal).open()) {
      PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
      Told.Checked checked =
          new RunAudit(id, prompts, Output.story(out, json)).of(evidence, ThisBuild.fold(evidence));
      return checked.holds() ? 0 : UserProblem.FAILED;
    }
  }
}
