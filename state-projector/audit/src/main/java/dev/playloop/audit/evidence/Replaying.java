package dev.playloop.audit.evidence;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.AuditProblem;
import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.Moments;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.Refold.Outcome;
import dev.playloop.loop.state.AgentState;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What an agent was at a moment of the past: its state, the messages of its open run, and the view
/// it saw last. Used once, by one thread.
public final class Replaying {
  private final AgentId agent;
  private final @Nullable Instant time;
  private final long seq;
  private @Nullable Then then;
  private @Nullable View view;
  private @Nullable Instant viewAt;
  private @Nullable Envelope first;
  private @Nullable Envelope last;
  private @Nullable Outcome why;
  private long differences;
  private Consumer<Then> told = _ -> {};
  private Moments.@Nullable Reading reading;
  private long weight;

  private Replaying(AgentId agent, @Nullable Instant time, long seq) {
    this.agent = agent;
    this.time = time;
    this.seq = seq;
  }

  /// The agent as it was. `view` is the newest that a turn was opened with by then, at `viewAt`;
  /// `differences` counts what differs in the entries up to there.
  @RecordBuilder
  public record Then(
      AgentId agent,
      long seq,
      Instant at,
      AgentState state,
      List<@Nullable Message> transcript,
      @Nullable View view,
      @Nullable Instant viewAt,
      long differences) {}

  /// Behind the last entry up to `time`.
  public static Replaying at(AgentId agent, Instant time) {
    return new Replaying(agent, time, -1);
  }

  /// Behind the entry of that number.
  public static Replaying behind(AgentId agent, long seq) {
    return new Replaying(agent, null, seq);
  }

  /// With what is known of the journal before where the reading begins, so that a part of it tells
  /// the same as the whole.
  ///
  /// @param view the newest that a turn was opened with, at `viewAt`; null where there is none
  /// @param differences how much differs up to there
  public Replaying behind(@Nullable View view, @Nullable Instant viewAt, long differences) {
    this.view = view;
    this.viewAt = viewAt;
    this.differences = differences;
    return this;
  }

  /// Where one stands behind an entry: others may go on from there. Immutable.
  public static final class Stand {
    private final Moments.Reading reading;
    private final @Nullable View view;
    private final @Nullable Instant viewAt;
    private final long differences;

    private Stand(
        Moments.Reading reading, @Nullable View view, @Nullable Instant viewAt, long differences) {
      this.reading = reading;
      this.view = view;
      this.viewAt = viewAt;
      this.differences = differences;
    }

    /// The partition of the entry.
    public int partition() {
      return reading.partition();
    }

    /// Its offset.
    public long offset() {
      return reading.offset();
    }
  }

  /// Where this stands, while it tells a moment.
  public Stand stand() {
    Moments.Reading going = Objects.requireNonNull(reading, "nothing is told yet");
    return new Stand(going.fork(), view, viewAt, differences);
  }

  /// About how many bytes are held of what was read last: the messages of its open run.
  public long weight() {
    return weight;
  }

  /// Goes on from there: what is read then need not begin with a snapshot, but with the next entry.
  public Replaying from(Stand stand) {
    this.reading = stand.reading.fork();
    return behind(stand.view, stand.viewAt, stand.differences);
  }

  /// Tells each moment on the way, too, whose state is known.
  public Replaying telling(Consumer<Then> each) {
    told = each;
    return this;
  }

  /// Throws [AuditException] where the journal does not tell.
  public Then from(Evidence evidence, FoldBuild build) {
    return from(evidence.journal(), build.verifier(evidence.keys()));
  }

  /// The same of a journal, or of a part of it that begins with a snapshot.
  public Then from(JournalSource journal, JournalVerifier verifier) {
    Moments.Reading going = reading == null ? new Moments.Reading(verifier, agent) : reading;
    reading = going;
    long entries = going.of(journal, this::moment);
    if (entries == 0) {
      throw Verifying.nothing(journal, agent);
    }
    Envelope reached = last;
    Then found = then;
    if (reached == null) {
      throw new AuditException(
          new AuditProblem.NothingBefore(agent, first == null ? null : place(first)));
    }
    if (time == null && reached.seq() != seq) {
      throw new AuditException(new AuditProblem.NoEntry(agent, seq, place(reached)));
    }
    if (found == null) {
      throw new AuditException(new AuditProblem.StateUnknown(agent, reached.seq(), why));
    }
    return found;
  }

  private static AuditProblem.Place place(Envelope envelope) {
    return new AuditProblem.Place(envelope.seq(), envelope.at());
  }

  private boolean moment(Moments.Moment moment) {
    Envelope envelope = moment.read().envelope();
    if (first == null) {
      first = envelope;
    }
    if (isBeyond(envelope)) {
      return false;
    }
    last = envelope;
    weight = moment.progress().transcript().bytes();
    why = moment.outcome();
    differences += moment.findings().size();
    var came = moment.progress().last();
    if (came != null && came.view() != null) {
      view = came.view();
      viewAt = envelope.at();
    }
    AgentState state = moment.progress().state();
    then =
        state == null
            ? null
            : ReplayingThenBuilder.builder()
                .agent(agent)
                .seq(envelope.seq())
                .at(envelope.at())
                .state(state)
                .transcript(moment.progress().transcript().places())
                .view(view)
                .viewAt(viewAt)
                .differences(differences)
                .build();
    if (then != null) {
      told.accept(then);
    }
    return true;
  }

  private boolean isBeyond(Envelope envelope) {
    return time == null ? envelope.seq() > seq : envelope.at().isAfter(time);
  }
}
