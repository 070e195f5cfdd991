package dev.playloop.operator;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.AuditProblem;
import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.Moments;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Verifying;
import dev.playloop.journal.Finding;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.Outgoing;
import dev.playloop.journal.Refold;
import dev.playloop.journal.Refold.Outcome;
import dev.playloop.loop.state.Command;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Tells a run from its journal, with every prompt rebuilt and held against its hash. Used for one
/// reading, by one thread at a time.
public final class RunAudit {
  private final RunId run;
  private final boolean whole;
  private final Consumer<? super Told> listener;
  private final Story story;
  private final StepReader steps = new StepReader(new Topics(Topics.DEFAULT_PREFIX, 1));
  private int prompts;
  private int unchecked;
  private int differences;
  private int elsewhere;
  private long seq;
  private long bytes;
  private long weight;
  private Moments.@Nullable Reading reading;
  private Consumer<? super Action> released = _ -> {};
  private BooleanSupplier enough = () -> false;

  /// @param whole give the prompts' messages too
  public RunAudit(RunId run, boolean whole, Consumer<? super Told> listener) {
    this.run = run;
    this.whole = whole;
    this.listener = listener;
    this.story = Story.about(run.value(), listener);
  }

  /// Tells it, and last what came of it, which is returned. Throws [AuditException] where the
  /// journal knows no such run.
  public Told.Checked of(Evidence evidence, FoldBuild build) {
    return of(evidence.journal(), build.verifier(evidence.keys()));
  }

  /// The same of a journal, or of a part of it that begins with a snapshot before the run's
  /// trigger.
  public Told.Checked of(JournalSource journal, JournalVerifier verifier) {
    Moments.Reading begun = new Moments.Reading(verifier, run.agent());
    reading = begun;
    if (begun.of(journal, this::moment) == 0) {
      throw Verifying.nothing(journal, run.agent());
    }
    return checked();
  }

  /// Goes on where there was enough: tells what `rest` has behind that.
  public Told.Checked on(JournalSource rest) {
    var _ = Objects.requireNonNull(reading, "nothing was told yet").of(rest, this::moment);
    return checked();
  }

  private Told.Checked checked() {
    if (story.runs() == 0 && elsewhere > 0) {
      throw new AuditException(new AuditProblem.RunUnreadable(run, elsewhere));
    }
    if (story.runs() == 0) {
      throw new AuditException(new AuditProblem.NoSuchRun(run));
    }
    Told.Checked checked = new Told.Checked(run, prompts, unchecked, differences);
    listener.accept(checked);
    return checked;
  }

  /// Up to which offset entries were read; -1 before the first.
  public long offset() {
    return reading == null ? -1 : reading.offset();
  }

  /// About how many bytes are held: the messages of the open run.
  public long weight() {
    return weight;
  }

  /// How many bytes of payload were read.
  public long bytes() {
    return bytes;
  }

  /// The number of the entry that is being told.
  public long seq() {
    return seq;
  }

  /// The number of the entry that tells of what is being told, which is an earlier one of a trigger
  /// that had to wait; null where none does.
  public @Nullable Long entry(Told told) {
    return switch (told) {
      case Told.Happened _, Told.Prompt _ -> Long.valueOf(story.telling());
      case Told.Differs differs -> differs.entry() < 0 ? null : Long.valueOf(differs.entry());
      case Told.Checked _ -> null;
    };
  }

  /// Tells what the run sends to its world too, each before what comes of it is told: as it follows
  /// from the entries, and so nothing of those that can't be folded again.
  public RunAudit releasing(Consumer<? super Action> listener) {
    released = listener;
    return this;
  }

  /// Reads no entry further once there is enough, which is asked behind each; what came of the run
  /// is then said of what was read. [#on] goes on from there.
  public RunAudit until(BooleanSupplier enough) {
    this.enough = enough;
    return this;
  }

  private boolean moment(Moments.Moment moment) {
    seq = moment.read().envelope().seq();
    weight = moment.progress().transcript().bytes();
    byte[] body = moment.read().bodyJson();
    bytes += body == null ? 0 : body.length;
    story.entry(seq);
    steps.entry(moment.read().envelope().at(), moment.read()).forEach(story::add);
    boolean ours = story.tells(run);
    for (Finding finding : moment.findings()) {
      // What lies before the run is 'audit verify's to tell.
      elsewhere++;
      if (ours) {
        differences++;
        story.under(run, 0);
        listener.accept(new Told.Differs(run, 0, finding.seq(), finding.detail()));
      }
    }
    Refold.Last last = moment.progress().last();
    if (moment.outcome() != Outcome.FOLDED && ours) {
      unchecked++;
    } else if (last != null) {
      folded(last, moment);
    }
    return !enough.getAsBoolean();
  }

  private void folded(Refold.Last last, Moments.Moment moment) {
    for (Command command : last.step().commands()) {
      if (command instanceof Command.ReleaseAction release) {
        steps.acts(release.action());
        if (release.action().action().run().equals(run)) {
          released.accept(release.action());
        }
      } else if (command instanceof Command.OpenTurn open && open.turn().run().equals(run)) {
        last.rendered().outgoing().stream()
            .filter(Outgoing.ToTurns.class::isInstance)
            .map(Outgoing.ToTurns.class::cast)
            .forEach(turn -> prompt(turn, String.valueOf(last.rendered().promptHash()), moment));
      }
    }
  }

  private void prompt(Outgoing.ToTurns turn, String hash, Moments.Moment moment) {
    prompts++;
    if (!turn.turn().run().equals(run) || !story.tells(run)) {
      return;
    }
    story.under(run, turn.turn().number());
    List<Message> body = whole ? Json.read(turn.value(), Turn.class).body().messages() : null;
    String journaled = moment.read().envelope().promptHash();
    listener.accept(
        Told.Prompt.of(turn.turn(), Told.Prompt.Size.of(turn.value()), hash, journaled, body));
  }
}
