package dev.playloop.console.api;

import dev.playloop.audit.JournalSource;
import dev.playloop.console.api.ActionsTold.ActionKnown;
import dev.playloop.console.door.LoggedIn;
import dev.playloop.console.index.RunReads;
import dev.playloop.console.index.RunReads.Before;
import dev.playloop.console.index.RunReads.Page;
import dev.playloop.console.index.RunReads.Period;
import dev.playloop.console.index.RunReadsRunQueryBuilder;
import dev.playloop.console.moment.RunParts;
import dev.playloop.console.row.Reach;
import dev.playloop.console.row.RunRow;
import dev.playloop.http.EdgeCall;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.operator.RunAudit;
import dev.playloop.operator.RunPrompts;
import dev.playloop.operator.RunPrompts.Rebuilt;
import dev.playloop.operator.Told;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs: lists of them, each as it is told, and the prompts of its turns. Safe for all threads.
final class RunsApi {
  private static final int MOST_TOLD = 2_000;

  private final Backing backing;
  private final RunReads reads;
  private final RunParts parts;

  RunsApi(Backing backing) {
    this.backing = backing;
    this.reads = backing.runs();
    this.parts = new RunParts(backing.journal(), backing.reads());
  }

  /// `GET /api/runs`.
  Object list(EdgeCall call) throws InterruptedException {
    AskedQuery asked = AskedQuery.of(call);
    AgentId agent = asked.agentOrNull();
    Reach reach = LoggedIn.of(call.known()).reach();
    Page<RunRow> page =
        reads.runs(
            RunReadsRunQueryBuilder.builder()
                .agent(agent == null ? null : agent.value())
                .world(asked.text("world"))
                .outcome(asked.text("outcome"))
                .tool(asked.text("tool"))
                .period(new Period(asked.time("since"), asked.time("until")))
                .before(before(backing.cursors().heard(asked, reach)))
                .reach(reach)
                .limit(asked.limit())
                .build());
    Before next = page.next();
    return new Listed<>(
        page.rows(),
        next == null ? null : backing.cursors().tell(next.opened() + "." + next.id(), reach),
        null);
  }

  private static @Nullable Before before(@Nullable String cursor) {
    if (cursor == null) {
      return null;
    }
    String[] parts = cursor.split("\\.", 3);
    if (parts.length != 2 || !AskedQuery.isNumber(parts[0]) || !AskedQuery.isNumber(parts[1])) {
      throw Cursors.foreign().refused();
    }
    return new Before(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
  }

  /// A run as it is told.
  ///
  /// @param seqs the number of the entry that each of `told` is of; null where it is of none
  /// @param actions what is known of the actions that are told of, by their ids
  /// @param next from which entry on there is more; null where this is its end
  @RecordBuilder
  record RunTold(
      RunRow row,
      List<Told> told,
      List<@Nullable Long> seqs,
      Map<String, ActionKnown> actions,
      @Nullable Long next,
      long findings) {}

  /// `GET /api/run`.
  Object one(EdgeCall call) throws InterruptedException {
    RunRow row = row(call);
    long from = AskedQuery.of(call).number("from", 0);
    Collected collected =
        new Collected(new RunId(row.run()), from, new ActionsTold(backing.fold().get().worlds()));
    collected.read(required(parts.of(row), row), verifier());
    return RunsApiRunToldBuilder.builder()
        .row(row)
        .told(collected.told)
        .seqs(collected.seqs)
        .actions(collected.actions.known(backing.ledger(), row.opened()))
        .next(collected.next)
        .findings(collected.findings)
        .build();
  }

  /// Gathers what is told from an entry on, until there is enough. One thread's.
  private static final class Collected {
    private final RunAudit audit;
    private final long from;
    private final ActionsTold actions;
    private final List<Told> told = new ArrayList<>();
    private final List<@Nullable Long> seqs = new ArrayList<>();
    private @Nullable Long next;
    private long findings;

    Collected(RunId run, long from, ActionsTold actions) {
      this.from = from;
      this.actions = actions;
      this.audit = new RunAudit(run, false, this::take).until(this::isEnough);
      audit.releasing(action -> actions.sent(action, audit.seq() >= from));
    }

    private void take(Told one) {
      if (audit.seq() >= from) {
        told.add(one);
        seqs.add(audit.entry(one));
        actions.told(one);
      }
      if (one instanceof Told.Differs) {
        findings++;
      }
    }

    /// An entry is told whole.
    private boolean isEnough() {
      if (told.size() >= MOST_TOLD && next == null) {
        next = audit.seq() + 1;
      }
      return next != null;
    }

    void read(JournalSource part, JournalVerifier verifier) {
      audit.of(part, verifier);
    }
  }

  private RunRow row(EdgeCall call) throws InterruptedException {
    RunId run = AskedQuery.of(call).run();
    LoggedIn.of(call.known()).requireSight(run.agent());
    RunRow row = reads.run(run.value());
    if (row == null) {
      throw AskedQuery.missing("run " + run).refused();
    }
    return row;
  }

  private static JournalSource required(@Nullable JournalSource part, RunRow row) {
    if (part == null) {
      throw AskedQuery.missing("entry of " + row.run()).refused();
    }
    return part;
  }

  private JournalVerifier verifier() {
    return backing.fold().get().verifier(backing.journal().keys());
  }

  /// `GET /api/prompt`.
  Object prompt(EdgeCall call) throws InterruptedException {
    RunRow row = row(call);
    AskedQuery asked = AskedQuery.of(call);
    asked.required("turn", "the number of a turn");
    int number = (int) Math.min(asked.number("turn", 0), 1_000_000);
    Map<Integer, Rebuilt> turns =
        RunPrompts.of(
            new RunId(row.run()),
            turn -> turn == number || turn == number - 1,
            required(parts.opened(row), row),
            verifier());
    Rebuilt wanted = turns.get(number);
    if (wanted == null) {
      throw AskedQuery.missing("turn " + number + " of " + row.run() + " that can be rebuilt")
          .refused();
    }
    return PromptShown.of(wanted, turns.get(number - 1));
  }
}
