package dev.playloop.launcher.cli.audit;

import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Exporting;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.OutputFile;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.launcher.cli.options.JournalOptions;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Writes the journal into a file that can be verified anywhere.
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the journal into one self-contained file of JSON lines.",
      "With it go the agents' configs, the tools, and the checkpoints.",
      "'audit verify --file FILE' checks it without a broker."
    })
final class AuditExportCommand implements Callable<Integer> {
  @Mixin private @Nullable JournalOptions journal;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "the file to write; a device or a pipe is written through")
  private @Nullable Path out;

  @Option(names = "--force", description = "replace the file where there is one")
  private boolean force;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Path file = Objects.requireNonNull(out);
    OutputFile to = OutputFile.of(file, force).requireFree();
    try (Evidence evidence = Objects.requireNonNull(journal).open()) {
      KafkaSettings kafka = evidence.kafka();
      if (kafka == null) {
        throw UserProblem.usage(
            "an export is a file already", "copy it; 'export' takes --data or a cluster.");
      }
      Exporting exporting = new Exporting(ThisBuild.fold(evidence), kafka);
      Exporting.Exported exported =
          to.write(stream -> exporting.export(evidence.journal(), stream));
      Objects.requireNonNull(spec)
          .commandLine()
          .getOut()
          .printf(
              "exported %d entries of %d agents to %s%nheads %s%n",
              exported.entries(), exported.heads().byAgent().size(), file, exported.heads().root());
    }
    return 0;
  }
}
