package dev.playloop.launcher.audit;

import dev.playloop.audit.Audit;
import dev.playloop.audit.AuditReport;
import dev.playloop.audit.ExportCheck;
import dev.playloop.audit.ExportFile;
import dev.playloop.audit.ExportParts;
import dev.playloop.audit.Payloads;
import dev.playloop.audit.Question;
import dev.playloop.audit.checkpoint.CheckpointVerifier;
import dev.playloop.audit.checkpoint.SignedCheckpoint;
import dev.playloop.journal.Finding;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.KeyRing;
import dev.playloop.journal.Refold;
import dev.playloop.journal.Refold.Outcome;
import dev.playloop.journal.Releases;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.UserProblem;
import dev.playloop.loop.Fold;
import dev.playloop.loop.LoopPolicy;
import dev.playloop.loop.Prompt;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.model.World;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Verifies a journal and tells what was checked. Used by one thread.
public final class Verifying {
  private final Evidence evidence;
  private final Question question;
  private final PrintWriter out;
  private List<SignedCheckpoint> checkpoints = List.of();

  public Verifying(Evidence evidence, Question question, PrintWriter out) {
    this.evidence = evidence;
    this.question = question;
    this.out = out;
  }

  /// Against these too, which were kept elsewhere; their signatures are checked already.
  public Verifying against(List<SignedCheckpoint> kept) {
    checkpoints = List.copyOf(kept);
    return this;
  }

  /// With the fold of this build.
  public static JournalVerifier verifier(KeyRing keys) {
    return new JournalVerifier(refold(), keys);
  }

  /// The fold of this build.
  public static Refold refold() {
    LoopPolicy policy = LoopPolicy.DEFAULT;
    List<World> worlds = InstalledWorlds.worlds();
    return new Refold(
        new Fold(policy, worlds), new Prompt(policy, worlds), Releases.of(policy, worlds));
  }

  /// Whether nothing differs. Throws [UserProblem] where there is nothing to verify.
  public boolean run() {
    long began = System.nanoTime();
    Payloads payloads = new Payloads();
    ExportParts parts = Exporting.parts();
    AuditReport report =
        new Audit(verifier(evidence.keys()), question)
            .with(payloads)
            .with(parts)
            .of(evidence.journal());
    if (report.entries() == 0) {
      throw nothing(evidence, question.agent());
    }
    ExportFile file = evidence.file();
    List<String> beside = new ArrayList<>(payloads.differences());
    if (file != null) {
      boolean all = question.agent() == null;
      beside.addAll(ExportCheck.differences(file, all ? report : null));
      beside.addAll(all ? parts.differences(file) : List.of());
    }
    tell(report, System.nanoTime() - began);
    if (parts.notCompared() > 0) {
      out.printf(
          "  configs     %d not compared: sealed with a key that is not here%n",
          parts.notCompared());
    }
    report.found().forEach(this::tell);
    beside.forEach(difference -> out.println("DIFFERENCE " + Printable.line(difference)));
    long all = report.findings() + beside.size() + compareCheckpoints();
    if (report.findings() > report.found().size()) {
      out.println("… and " + (report.findings() - report.found().size()) + " more differences");
    }
    out.println(all == 0 ? "nothing differs" : all + (all == 1 ? " difference" : " differences"));
    out.flush();
    return all == 0;
  }

  /// How many differences there are; 0 where none was given.
  private long compareCheckpoints() {
    if (checkpoints.isEmpty()) {
      out.println("  checkpoints none: a cut tail, or a chain hashed anew, would not be seen");
      return 0;
    }
    CheckpointVerifier verifier = new CheckpointVerifier(checkpoints, evidence.journal().extents());
    evidence.journal().read(verifier);
    CheckpointVerifier.Report report = verifier.finish();
    out.printf(
        "  checkpoints %d signed ones, the roots of %d compared%n",
        report.checkpoints(), report.compared());
    long problems = 0;
    for (CheckpointVerifier.Finding finding : report.findings()) {
      problems += finding.problem() ? 1 : 0;
      out.println(
          (finding.problem() ? "DIFFERENCE checkpoint " : "  checkpoint ")
              + finding.checkpoint()
              + ": "
              + finding.detail());
    }
    return problems;
  }

  /// There is no entry, or none of this agent.
  static UserProblem nothing(Evidence evidence, @Nullable AgentId agent) {
    Set<String> agents = new TreeSet<>();
    evidence.journal().read(record -> agents.add(Printable.line(record.key())));
    if (agents.isEmpty()) {
      return UserProblem.failed(
          "the journal is empty: there is nothing to verify",
          "'./playloop publish FILE' sends triggers; each leaves entries in the journal.");
    }
    String nearest = Nearest.of(String.valueOf(agent), agents);
    return UserProblem.usage(
        "the journal knows no agent '" + agent + "'",
        nearest == null
            ? "it has entries of " + String.join(", ", agents.stream().limit(10).toList()) + "."
            : "did you mean '" + nearest + "'?");
  }

  private void tell(AuditReport report, long nanos) {
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
      out.printf("  not folded  %d: %s%n", not.getValue(), why(not.getKey()));
    }
    if (report.outside() > 0) {
      out.printf("  not asked   %d outside of --from and --to: only hashes%n", report.outside());
    }
    if (report.archived() > 0) {
      out.printf("  archived    the beginning of %d agents' journals%n", report.archived());
    }
    out.println("  heads       " + report.heads().root());
  }

  static String why(Outcome outcome) {
    return switch (outcome) {
      case FOLDED -> "folded";
      case ERASED ->
          "the payload is missing: erased, sealed with a key that is not here, or too large to be journaled";
      case OTHER_RELEASE -> "another release wrote them; verify them with that one";
      case NO_STATE -> "no snapshot lies between them and what could not be folded";
    };
  }

  private void tell(AuditReport.Found found) {
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
