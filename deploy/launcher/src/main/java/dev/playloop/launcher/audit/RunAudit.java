package dev.playloop.launcher.audit;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.AuditProblem;
import dev.playloop.audit.Moments;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Verifying;
import dev.playloop.journal.Finding;
import dev.playloop.journal.Outgoing;
import dev.playloop.journal.Refold;
import dev.playloop.journal.Refold.Outcome;
import dev.playloop.launcher.watch.Paint;
import dev.playloop.launcher.watch.Story;
import dev.playloop.loop.Command;
import dev.playloop.operator.Step;
import dev.playloop.operator.StepReader;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import java.io.PrintWriter;
import java.time.Instant;

/// Tells a run from its journal, with every prompt rebuilt and held against its hash. Used once, by
/// one thread.
public final class RunAudit {
  private final RunId run;
  private final PrintWriter out;
  private final boolean whole;
  private final Story.Chapters chapters;
  private final StepReader steps = new StepReader(new Topics(Topics.DEFAULT_PREFIX, 1));
  private int prompts;
  private int unchecked;
  private int differences;
  private int elsewhere;

  /// @param whole print the prompts themselves too
  public RunAudit(RunId run, PrintWriter out, Paint paint, boolean whole) {
    this.run = run;
    this.out = out;
    this.whole = whole;
    this.chapters = Story.about(run.value()).chapters(out, paint);
  }

  /// Whether nothing differs. Throws [AuditException] where the journal knows no such run.
  public boolean tell(Evidence evidence) {
    long entries =
        Moments.of(
            ThisBuild.fold().verifier(evidence.keys()),
            evidence.journal(),
            run.agent(),
            this::moment);
    if (entries == 0) {
      throw Verifying.nothing(evidence.journal(), run.agent());
    }
    if (chapters.told() == 0 && elsewhere > 0) {
      throw new AuditException(new AuditProblem.RunUnreadable(run, elsewhere));
    }
    if (chapters.told() == 0) {
      throw new AuditException(new AuditProblem.NoSuchRun(run));
    }
    out.println();
    out.printf("%d prompts rebuilt, each as its hash says%n", prompts - differences);
    if (unchecked > 0) {
      out.printf("%d entries of the run can't be folded again: see 'audit verify'%n", unchecked);
    }
    out.println(differences == 0 ? "nothing differs" : differences + " differences");
    out.flush();
    return differences == 0;
  }

  private boolean moment(Moments.Moment moment) {
    Instant at = moment.read().envelope().at();
    for (Step step : steps.entry(at, moment.read())) {
      chapters.add(step);
    }
    boolean ours = chapters.tells(run);
    for (Finding finding : moment.findings()) {
      // What lies before the run is 'audit verify's to tell.
      elsewhere++;
      if (ours) {
        differences++;
        chapters.beside(0, "DIFFERS", "entry " + finding.seq() + ", " + finding.detail());
      }
    }
    Refold.Last last = moment.progress().last();
    if (moment.outcome() != Outcome.FOLDED && ours) {
      unchecked++;
    } else if (last != null) {
      folded(last, moment);
    }
    return true;
  }

  private void folded(Refold.Last last, Moments.Moment moment) {
    for (Command command : last.step().commands()) {
      if (command instanceof Command.ReleaseAction release) {
        steps.acts(release.action());
      } else if (command instanceof Command.OpenTurn open && open.turn().run().equals(run)) {
        last.rendered().outgoing().stream()
            .filter(Outgoing.ToTurns.class::isInstance)
            .forEach(turn -> prompt(Json.read(turn.value(), Turn.class), moment));
      }
    }
  }

  private void prompt(Turn turn, Moments.Moment moment) {
    prompts++;
    String journaled = moment.read().envelope().promptHash();
    String checked =
        journaled == null
            ? "matches as part of the commands' hash"
            : journaled.equals(turn.hash()) ? "matches" : "DIFFERS from " + journaled;
    chapters.beside(
        turn.turn().number(),
        "prompt",
        turn.body().messages().size()
            + " messages, "
            + turn.body().tools().size()
            + " tools, "
            + turn.hash().substring(0, 16)
            + "… "
            + checked);
    if (whole) {
      for (Message message : turn.body().messages()) {
        out.println("      " + Json.text(message));
      }
    }
  }
}
