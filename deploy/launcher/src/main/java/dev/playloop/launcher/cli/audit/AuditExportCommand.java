package dev.playloop.launcher.cli.audit;

import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Exporting;
import dev.playloop.audit.subject.SubjectData;
import dev.playloop.audit.subject.SubjectLine;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.OutputFile;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.launcher.cli.options.JournalOptions;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
      "'audit verify --file FILE' checks it without a broker.",
      "With --subject: what the journal holds of one player instead, in plain text, for who asks."
    })
final class AuditExportCommand implements Callable<Integer> {
  @Mixin private @Nullable JournalOptions journal;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "the file to write; a device or a pipe is written through")
  private @Nullable Path out;

  @Option(
      names = "--subject",
      paramLabel = "ID",
      description = "a player's id, as the triggers' 'subject' names it")
  private @Nullable String subject;

  @Option(names = "--force", description = "replace the file where there is one")
  private boolean force;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Path file = Objects.requireNonNull(out);
    OutputFile to = OutputFile.of(file, force).requireFree();
    try (Evidence evidence = Objects.requireNonNull(journal).open()) {
      if (subject != null) {
        return ofSubject(evidence, subject, to);
      }
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

  private int ofSubject(Evidence evidence, String whose, OutputFile to) {
    Map<SubjectLine.What, Long> counts =
        to.secret()
            .write(stream -> {
              SubjectData data =
                  new SubjectData(whose, evidence.keys(), line -> write(stream, Json.text(line)));
              evidence.journal().read(data);
              return data.counts();
            });
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    long own =
        Stream.of(
                SubjectLine.What.SAID,
                SubjectLine.What.ANSWERED,
                SubjectLine.What.DONE,
                SubjectLine.What.REMEMBERED)
            .mapToLong(what -> counts.getOrDefault(what, 0L))
            .sum();
    out.printf(
        "%d entries of the player, %d of others that name them, in %s%n",
        own, counts.getOrDefault(SubjectLine.What.NAMED, 0L), out());
    long unreadable = counts.getOrDefault(SubjectLine.What.UNREADABLE, 0L);
    if (unreadable > 0) {
      out.printf(
          "%d entries could not be read: erased, or sealed (PLAYLOOP_SUBJECT_MASTER_KEY)%n",
          unreadable);
    }
    return 0;
  }

  private static void write(OutputStream stream, String line) {
    try {
      stream.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path out() {
    return Objects.requireNonNull(out);
  }
}
