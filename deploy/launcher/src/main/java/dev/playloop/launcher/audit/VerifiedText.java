package dev.playloop.launcher.audit;

import dev.playloop.audit.AuditReport;
import dev.playloop.audit.checkpoint.CheckpointVerifier;
import dev.playloop.audit.evidence.Verifying.Verified;
import dev.playloop.audit.principal.ControlCheck;
import dev.playloop.journal.Finding;
import dev.playloop.journal.Refold.Outcome;
import dev.playloop.schemas.Printable;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tells what was verified, and all that differs. Used by one thread.
public final class VerifiedText {
  private final PrintWriter out;

  public VerifiedText(PrintWriter out) {
    this.out = out;
  }

  /// Whether nothing differs.
  public boolean tell(Verified verified) {
    AuditReport report = verified.report();
    checked(report, verified.took().toNanos());
    if (verified.notCompared() > 0) {
      out.printf(
          "  configs     %d not compared: sealed with a key that is not here%n",
          verified.notCompared());
    }
    report.found().forEach(this::found);
    verified.beside().forEach(found -> out.println("DIFFERENCE " + Printable.line(found)));
    checkpoints(verified.checkpoints());
    controls(verified.controls());
    if (report.findings() > report.found().size()) {
      out.println("… and " + (report.findings() - report.found().size()) + " more differences");
    }
    long all = verified.differences();
    out.println(all == 0 ? "nothing differs" : all + (all == 1 ? " difference" : " differences"));
    out.flush();
    return all == 0;
  }

  private void checkpoints(CheckpointVerifier.@Nullable Report report) {
    if (report == null) {
      out.println("  checkpoints none: a cut tail, or a chain hashed anew, would not be seen");
      return;
    }
    out.printf(
        "  checkpoints %d signed ones, the roots of %d compared%n",
        report.checkpoints(), report.compared());
    for (CheckpointVerifier.Finding finding : report.findings()) {
      out.println(
          (finding.problem() ? "DIFFERENCE checkpoint " : "  checkpoint ")
              + finding.checkpoint()
              + ": "
              + finding.detail());
    }
  }

  private void controls(ControlCheck.@Nullable Report report) {
    if (report == null) {
      out.println("  controls    not checked: --principals names who may sign them");
      return;
    }
    out.printf("  controls    %d signed%n", report.proved());
    for (ControlCheck.Signed signer : report.signed()) {
      out.printf(
          "    by        %s, key %s: %d%n",
          Printable.line(signer.name()), signer.key(), signer.controls());
    }
    if (report.unread() > 0) {
      out.printf("    unread    %d: %s%n", report.unread(), AuditWords.why(Outcome.ERASED));
    }
    for (ControlCheck.Found found : report.found()) {
      ControlCheck.Entry entry = found.entry();
      out.printf(
          "DIFFERENCE %s, number %d (partition %d, offset %d), control %s: %s%n",
          Printable.line(entry.agent()),
          entry.seq(),
          entry.partition(),
          entry.offset(),
          found.why(),
          Printable.line(found.detail()));
    }
    if (report.findings() > report.found().size()) {
      out.println("… and " + (report.findings() - report.found().size()) + " more controls");
    }
  }

  private void checked(AuditReport report, long nanos) {
    out.printf(
        Locale.ROOT,
        "checked %d entries of %d agents in %.1f s%s%n",
        report.entries(),
        report.heads().byAgent().size(),
        nanos / 1e9,
        report.passes() == 1 ? "" : ", reading the journal " + report.passes() + " times");
    out.println("  hashes      of every envelope, payload and predecessor");
    out.printf("  folded      %d again, comparing state, commands and events%n", report.folded());
    out.printf("  prompts     %d rebuilt, comparing their hashes%n", report.prompts());
    for (Map.Entry<Outcome, Long> not : report.notFolded().entrySet()) {
      out.printf("  not folded  %d: %s%n", not.getValue(), AuditWords.why(not.getKey()));
    }
    if (report.outside() > 0) {
      out.printf("  not asked   %d outside of --from and --to: only hashes%n", report.outside());
    }
    if (report.archived() > 0) {
      out.printf("  archived    the beginning of %d agents' journals%n", report.archived());
    }
    out.println("  heads       " + report.heads().root());
  }

  private void found(AuditReport.Found found) {
    Finding finding = found.finding();
    out.printf(
        "DIFFERENCE %s, number %s (partition %d, offset %d), %s%n"
            + "    the journal says %s%n"
            + "    expected         %s%n",
        found.agent(),
        finding.seq() < 0 ? "unknown" : String.valueOf(finding.seq()),
        found.partition(),
        found.offset(),
        Printable.line(finding.field()),
        Printable.line(finding.journal()),
        Printable.line(finding.computed()));
  }
}
