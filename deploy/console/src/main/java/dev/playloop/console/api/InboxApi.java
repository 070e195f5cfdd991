package dev.playloop.console.api;

import dev.playloop.console.door.LoggedIn;
import dev.playloop.console.index.IndexReads;
import dev.playloop.console.index.RunReads;
import dev.playloop.console.index.Spot;
import dev.playloop.console.moment.RunParts;
import dev.playloop.console.row.Reach;
import dev.playloop.http.EdgeCall;
import dev.playloop.operator.approval.Sought;
import dev.playloop.operator.approval.Waits;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry.Body;
import dev.playloop.schemas.principal.Scope;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What waits for people, and what they said before. Safe for all threads.
final class InboxApi {
  private final Backing backing;
  private final IndexReads reads;
  private final RunReads runs;
  private final RunParts parts;

  InboxApi(Backing backing) {
    this.backing = backing;
    this.reads = backing.reads();
    this.runs = backing.runs();
    this.parts = new RunParts(backing.journal(), reads);
  }

  /// A page of it; as a list of its own, so that each says what it is.
  record Waiting(List<Waits> rows, @Nullable String next, long total) {}

  /// `GET /api/inbox`: questions by when they expire, then writes in doubt, then grants.
  Object list(EdgeCall call) {
    AskedQuery asked = AskedQuery.of(call);
    LoggedIn who = LoggedIn.of(call.known());
    List<Waits> seen =
        backing.waits(new Sought(null, asked.text("role"), null)).stream()
            .filter(one -> maySee(who, one.agent()))
            .toList();
    int from = (int) Math.min(asked.number("cursor", 0), seen.size());
    int to = Math.min(seen.size(), from + asked.limit());
    return new Waiting(
        seen.subList(from, to), to < seen.size() ? String.valueOf(to) : null, seen.size());
  }

  /// As a gateway lets see: who may read the agent, and whoever answers somewhere in its world.
  static boolean maySee(LoggedIn who, AgentId agent) {
    return sight(who).reaches(agent.value());
  }

  private static Reach sight(LoggedIn who) {
    if (!who.known().mayAny(Scope.Verb.APPROVE)) {
      return who.reach();
    }
    String home = who.known().principal().world();
    return home == null ? Reach.ALL : new Reach(false, List.of(home), List.of());
  }

  /// What became of a tool's questions.
  @RecordBuilder
  record History(
      String tool,
      long asked,
      long approved,
      long rejected,
      long expired,
      long edited,
      List<Answered> last) {}

  /// One that is over.
  ///
  /// @param by whose words decided it
  @RecordBuilder
  record Answered(
      String agent,
      String run,
      Instant at,
      List<String> by,
      @Nullable String kind,
      @Nullable String reason) {}

  /// `GET /api/inbox/history`.
  Object history(EdgeCall call) throws InterruptedException {
    String tool = AskedQuery.of(call).required("tool", "the name of a tool");
    LoggedIn who = LoggedIn.of(call.known());
    RunReads.History history = runs.history(tool, sight(who));
    List<Answered> last = new ArrayList<>();
    for (RunReads.Last one : history.last()) {
      AgentId agent = new AgentId(one.agent());
      if (one.how() != null && last.size() < 10) {
        last.add(answered(agent, one));
      }
    }
    return InboxApiHistoryBuilder.builder()
        .tool(tool)
        .asked(history.asked())
        .approved(history.approved())
        .rejected(history.rejected())
        .expired(history.expired())
        .edited(history.edited())
        .last(last)
        .build();
  }

  private Answered answered(AgentId agent, RunReads.Last one) throws InterruptedException {
    List<String> by = List.of();
    String reason = null;
    for (LoopEvent event : events(agent, one.seq())) {
      if (event instanceof ApprovalEvent.Ended ended) {
        by = ended.by();
      } else if (event instanceof ApprovalEvent.Answered answered) {
        reason = answered.reason();
      }
    }
    return InboxApiAnsweredBuilder.builder()
        .agent(agent.value())
        .run(new ActionId(one.action()).run().value())
        .at(one.at())
        .by(by)
        .kind(one.how())
        .reason(reason)
        .build();
  }

  private List<LoopEvent> events(AgentId agent, long seq) throws InterruptedException {
    Spot spot = reads.spot(agent, seq);
    if (spot == null) {
      return List.of();
    }
    Body body = parts.body(agent, spot);
    return body == null ? List.of() : body.events();
  }
}
