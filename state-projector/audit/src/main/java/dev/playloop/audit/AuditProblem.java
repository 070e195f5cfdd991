package dev.playloop.audit;

import dev.playloop.journal.Refold.Outcome;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What may be in an audit's way.
public sealed interface AuditProblem {
  /// Between two archives, or an archive and the rest, entries are missing: in this partition one
  /// part ends at `end` and the next begins at `next`.
  record PartsApart(int partition, long end, long next) implements AuditProblem {}

  record NoTopic(String topic) implements AuditProblem {}

  /// The cluster falls silent before the end.
  record TopicSilent(String topic) implements AuditProblem {}

  record EmptyJournal() implements AuditProblem {}

  /// The journal has entries of others only; those keys may be anything.
  record NoSuchAgent(@Nullable AgentId agent, List<String> known) implements AuditProblem {}

  record NoFile(Path file) implements AuditProblem {}

  record UnreadableExport(Path file, String why) implements AuditProblem {}

  /// `what`, a file or a topic, was written in an older format of the journal.
  record OldFormat(String what, int format, int reads) implements AuditProblem {
    /// One sentence, as it stands in logs and in the health of an auditor too.
    @Override
    public String toString() {
      return what + ": format " + format + "; this build reads " + reads;
    }
  }

  record UnreadableFile(Path file, String why) implements AuditProblem {}

  record NoCheckpoints(List<Path> files) implements AuditProblem {}

  /// Principals were asked for that don't lie beside this journal: of the topic beside an export,
  /// or of an export beside a topic.
  record PrincipalsElsewhere(String where) implements AuditProblem {}

  /// There is nobody in there, a file or a topic.
  record NoPrincipals(String where) implements AuditProblem {}

  /// At that place of a file, a topic or an export stands no principal.
  record BadPrincipal(String where, String why) implements AuditProblem {}

  record BadCheckpoint(String why) implements AuditProblem {}

  /// Keys of a subject that is to be forgotten are still there.
  record KeysNotDropped(Duration within) implements AuditProblem {}

  record NothingToArchive() implements AuditProblem {}

  /// That many agents wrote no snapshot in time, such as `one`.
  record SnapshotsMissing(int agents, AgentId one) implements AuditProblem {}

  /// No checkpoint covers the snapshots in time; `newest` is the number of the last one.
  record NotCovered(@Nullable Long newest) implements AuditProblem {}

  record NotAsSigned(String finding) implements AuditProblem {}

  record ArchiveDiffers(Path file, String difference) implements AuditProblem {}

  record ArchiveUnreadable(Path file, String why) implements AuditProblem {}

  record ArchiveNotDeleted(String why) implements AuditProblem {}

  /// Nothing is journaled up to the moment that was asked for; `began` is the first entry.
  record NothingBefore(AgentId agent, @Nullable Place began) implements AuditProblem {}

  record NoEntry(AgentId agent, long seq, Place last) implements AuditProblem {}

  /// The state behind an entry can't be told.
  record StateUnknown(AgentId agent, long seq, @Nullable Outcome why) implements AuditProblem {}

  record NoSuchRun(RunId run) implements AuditProblem {}

  /// The run can't be told: that many values of its agent's journal differ.
  record RunUnreadable(RunId run, int differences) implements AuditProblem {}

  /// An entry of a journal.
  record Place(long seq, Instant at) {}
}
