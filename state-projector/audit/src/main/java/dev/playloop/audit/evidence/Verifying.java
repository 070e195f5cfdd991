package dev.playloop.audit.evidence;

import dev.playloop.audit.Audit;
import dev.playloop.audit.AuditException;
import dev.playloop.audit.AuditProblem;
import dev.playloop.audit.AuditQuestion;
import dev.playloop.audit.AuditReport;
import dev.playloop.audit.ExportCheck;
import dev.playloop.audit.ExportFile;
import dev.playloop.audit.ExportParts;
import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.Payloads;
import dev.playloop.audit.checkpoint.CheckpointVerifier;
import dev.playloop.audit.checkpoint.SignedCheckpoint;
import dev.playloop.audit.principal.ControlCheck;
import dev.playloop.audit.principal.Signers;
import dev.playloop.schemas.id.AgentId;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Verifies a journal and all that lies beside it. Used by one thread.
public final class Verifying {
  private final FoldBuild build;
  private final AuditQuestion question;
  private List<SignedCheckpoint> checkpoints = List.of();
  private @Nullable Signers signers;

  public Verifying(FoldBuild build, AuditQuestion question) {
    this.build = build;
    this.question = question;
  }

  /// Against these too, which were kept elsewhere; their signatures are checked already.
  public Verifying against(List<SignedCheckpoint> kept) {
    checkpoints = List.copyOf(kept);
    return this;
  }

  /// Holds each control against those who may vouch for others; null: against nobody.
  public Verifying signedBy(@Nullable Signers trusted) {
    signers = trusted;
    return this;
  }

  /// What was verified.
  ///
  /// @param notCompared configs that were sealed with a key that is not here
  /// @param beside what differs in the file of an export, beside its entries
  /// @param checkpoints null where none was given
  /// @param controls null where nobody was named who signs
  @RecordBuilder
  public record Verified(
      AuditReport report,
      Duration took,
      int notCompared,
      List<String> beside,
      CheckpointVerifier.@Nullable Report checkpoints,
      ControlCheck.@Nullable Report controls) {
    public Verified {
      beside = List.copyOf(beside);
    }

    /// How many differences there are in all.
    public long differences() {
      long unsigned =
          checkpoints == null
              ? 0
              : checkpoints.findings().stream().filter(CheckpointVerifier.Finding::problem).count();
      long unproved = controls == null ? 0 : controls.findings();
      return report.findings() + beside.size() + unsigned + unproved;
    }

    /// Whether nothing differs.
    public boolean holds() {
      return differences() == 0;
    }
  }

  /// Throws [AuditException] where there is nothing to verify.
  public Verified of(Evidence evidence) {
    long began = System.nanoTime();
    Payloads payloads = new Payloads();
    ExportParts parts = build.parts();
    ControlCheck controls = signers == null ? null : new ControlCheck(signers, question.findings());
    Audit audit = new Audit(build.verifier(evidence.keys()), question).with(payloads).with(parts);
    AuditReport report = (controls == null ? audit : audit.with(controls)).of(evidence.journal());
    if (report.entries() == 0) {
      throw nothing(evidence.journal(), question.agent());
    }
    ExportFile file = evidence.file();
    List<String> beside = new ArrayList<>(payloads.differences());
    if (file != null) {
      boolean all = question.agent() == null;
      beside.addAll(ExportCheck.differences(file, all ? report : null));
      beside.addAll(all ? parts.differences(file) : List.of());
    }
    return VerifyingVerifiedBuilder.builder()
        .report(report)
        .took(Duration.ofNanos(System.nanoTime() - began))
        .notCompared(parts.notCompared())
        .beside(beside)
        .checkpoints(signed(evidence.journal()))
        .controls(controls == null ? null : controls.finish())
        .build();
  }

  private CheckpointVerifier.@Nullable Report signed(JournalSource journal) {
    if (checkpoints.isEmpty()) {
      return null;
    }
    CheckpointVerifier verifier = new CheckpointVerifier(checkpoints, journal.extents());
    journal.read(verifier);
    return verifier.finish();
  }

  /// There is no entry, or none of this agent.
  public static AuditException nothing(JournalSource journal, @Nullable AgentId agent) {
    Set<String> agents = new TreeSet<>();
    journal.read(record -> agents.add(record.key()));
    return new AuditException(
        agents.isEmpty()
            ? new AuditProblem.EmptyJournal()
            : new AuditProblem.NoSuchAgent(agent, List.copyOf(agents)));
  }
}
