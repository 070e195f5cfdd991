package dev.playloop.console.api;

import dev.playloop.console.door.LoggedIn;
import dev.playloop.console.index.RunReads;
import dev.playloop.console.index.RunReads.Before;
import dev.playloop.console.index.RunReads.Page;
import dev.playloop.console.index.RunReads.Period;
import dev.playloop.console.index.RunReadsRunQueryBuilder;
import dev.playloop.console.moment.RunParts;
import dev.playloop.console.moment.RunParts.Range;
import dev.playloop.console.row.Reach;
import dev.playloop.console.row.RunRow;
import dev.playloop.http.EdgeCall;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.operator.RunPrompts;
import dev.playloop.operator.RunPrompts.Rebuilt;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs: lists of them, each as it is told, and the prompts of its turns. Safe for all threads.
final class RunsApi {
  private final Backing backing;
  private final RunReads reads;
  private final RunParts parts;
  private final StoppedReadings<RunReading> stopped = new StoppedReadings<>();

  RunsApi(Backing backing) {
    this.backing = backing;
    this.reads = backing.runs();
    this.parts = new RunParts(backing.journal(), backing.reads());
    backing.erased().tell(stopped::forget);
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

  /// `GET /api/run`.
  Object one(EdgeCall call) throws InterruptedException {
    RunRow row = row(call);
    Reach reach = LoggedIn.of(call.known()).reach();
    String cursor = backing.cursors().heard(AskedQuery.of(call), reach);
    if (cursor != null && !AskedQuery.isNumber(cursor)) {
      throw Cursors.foreign().refused();
    }
    long from = cursor == null ? 0 : Long.parseLong(cursor);
    long erasures = stopped.erasures();
    Range range = required(parts.of(row), row);
    RunReading reading = from == 0 ? null : stopped.take(row.run(), from);
    if (reading == null) {
      reading = new RunReading(row, from, range.last(), backing.fold().get().worlds());
      reading.begin(parts.begin(range), verifier());
    } else {
      reading.anew(row, range.last());
    }
    while (reading.goesOn()) {
      reading.read(parts.behind(range, reading.seq(), reading.offset()));
    }
    Long next = reading.next();
    RunReading.RunTold told =
        reading.told(
            backing.ledger(),
            next == null ? null : backing.cursors().tell(String.valueOf(next), reach));
    stopped.keep(reading, erasures);
    return told;
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

  private static <T> T required(@Nullable T part, RunRow row) {
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
