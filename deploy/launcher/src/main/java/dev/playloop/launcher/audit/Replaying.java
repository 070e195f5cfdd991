package dev.playloop.launcher.audit;

import dev.playloop.audit.Moments;
import dev.playloop.journal.Refold.Outcome;
import dev.playloop.launcher.UserProblem;
import dev.playloop.loop.AgentState;
import dev.playloop.schemas.event.JournalEntry.Envelope;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
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

  private Replaying(AgentId agent, @Nullable Instant time, long seq) {
    this.agent = agent;
    this.time = time;
    this.seq = seq;
  }

  /// The agent as it was. `view` is the newest that a turn was opened with by then, at `viewAt`;
  /// `differences` counts what differs in the entries up to there.
  public record Then(
      AgentId agent,
      long seq,
      Instant at,
      AgentState state,
      List<@Nullable Message> transcript,
      @Nullable View view,
      @Nullable Instant viewAt,
      long differences) {}

  /// `moment` is the number of an entry, or a time: then the last entry up to it counts.
  public static Replaying of(AgentId agent, String moment) {
    if (!moment.isEmpty() && moment.length() <= 18 && moment.chars().allMatch(Character::isDigit)) {
      return new Replaying(agent, null, Long.parseLong(moment));
    }
    try {
      return new Replaying(agent, Instant.parse(moment), -1);
    } catch (DateTimeException e) {
      throw UserProblem.usage(
          "--at: expected a time in UTC or the number of an entry, got '" + moment + "'",
          "write it like 2026-11-21T09:00:00Z, or like 12.");
    }
  }

  /// Throws [UserProblem] where the journal does not tell.
  public Then from(Evidence evidence) {
    long entries =
        Moments.of(Verifying.verifier(evidence.keys()), evidence.journal(), agent, this::moment);
    if (entries == 0) {
      throw Verifying.nothing(evidence, agent);
    }
    Envelope reached = last;
    Then found = then;
    if (reached == null) {
      throw UserProblem.usage(
          "nothing is journaled of " + agent + " by then",
          first == null
              ? "'./playloop audit verify --agent " + agent + "' says what is wrong."
              : "its journal begins at " + first.at() + " with entry " + first.seq() + ".");
    }
    if (time == null && reached.seq() != seq) {
      throw UserProblem.usage(
          "the journal of " + agent + " has no entry " + seq,
          "its last one is " + reached.seq() + ", at " + reached.at() + ".");
    }
    if (found == null) {
      throw UserProblem.failed(
          "the state behind entry "
              + reached.seq()
              + " can't be told: "
              + (why == null ? "" : Verifying.why(why)),
          "'./playloop audit verify --agent " + agent + "' says what can be folded again.");
    }
    return found;
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
            : new Then(
                agent,
                envelope.seq(),
                envelope.at(),
                state,
                moment.progress().transcript().places(),
                view,
                viewAt,
                differences);
    return true;
  }

  private boolean isBeyond(Envelope envelope) {
    return time == null ? envelope.seq() > seq : envelope.at().isAfter(time);
  }

  /// As JSON for people and programs.
  public static String json(Then then) {
    return Json.LOG.writerWithDefaultPrettyPrinter().writeValueAsString(then);
  }
}
