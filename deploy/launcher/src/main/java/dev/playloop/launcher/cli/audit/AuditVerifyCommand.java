package dev.playloop.launcher.cli.audit;

import dev.playloop.audit.AuditQuestion;
import dev.playloop.audit.checkpoint.SignedCheckpoint;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Verifying;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.launcher.audit.VerifiedText;
import dev.playloop.launcher.cli.options.JournalOptions;
import dev.playloop.schemas.id.AgentId;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Verifies the journal.
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Verifies the journal: every hash, and by folding every input again.",
      "Exit code 0 only if nothing differs."
    })
final class AuditVerifyCommand implements Callable<Integer> {
  @Mixin private @Nullable JournalOptions journal;

  @Mixin private @Nullable CheckpointOptions checkpoints;

  @Option(
      names = "--archive",
      paramLabel = "FILE",
      description =
          "what 'audit archive' moved there, verified with the rest as one; the oldest first, may"
              + " be given more than once")
  private List<Path> archives = List.of();

  @Option(
      names = "--principals",
      paramLabel = "FILE|topic|export",
      description = {
        "Checks who said each control that was folded: it must be signed by one of these.",
        "A file of 'principals list --all --json', 'topic' for the cluster's own, or 'export' for"
            + " those that the export carries, which whoever made it chose."
      })
  private @Nullable String principals;

  @Option(names = "--agent", paramLabel = "AGENT", description = "only this agent's journal")
  private @Nullable String agent;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "fold again only what happened from then on, such as 2026-11-21T09:00:00Z")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "fold again only up to then")
  private @Nullable String to;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    AuditQuestion question =
        AuditQuestion.about(
            agent == null ? null : new AgentId(agent), time("--from", from), time("--to", to));
    if (question.from() != null
        && question.to() != null
        && question.from().isAfter(question.to())) {
      throw UserProblem.usage("--from lies behind --to", "swap them.");
    }
    List<SignedCheckpoint> kept = Objects.requireNonNull(checkpoints).read();
    try (Evidence evidence = Objects.requireNonNull(journal).open().behind(archives)) {
      Verifying.Verified verified =
          new Verifying(ThisBuild.fold(evidence), question)
              .against(kept)
              .signedBy(principals == null ? null : evidence.signers(principals))
              .of(evidence);
      return new VerifiedText(Objects.requireNonNull(spec).commandLine().getOut()).tell(verified)
          ? 0
          : UserProblem.FAILED;
    }
  }

  /// A time as the journal has it; null where none was given.
  static @Nullable Instant time(String option, @Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw UserProblem.usage(
          option + ": expected a time in UTC, got '" + text + "'",
          "write it like 2026-11-21T09:00:00Z.");
    }
  }
}
