package dev.playloop.console.api;

import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.evidence.Replaying.Then;
import dev.playloop.console.door.LoggedIn;
import dev.playloop.console.index.IndexReads;
import dev.playloop.console.index.IndexReads.Bounds;
import dev.playloop.console.index.IndexReads.Found;
import dev.playloop.console.index.IndexReadsAgentQueryBuilder;
import dev.playloop.console.index.Spot;
import dev.playloop.console.moment.PastStates;
import dev.playloop.console.moment.RunParts;
import dev.playloop.console.row.AgentRow;
import dev.playloop.console.row.EntryRow;
import dev.playloop.console.row.Reach;
import dev.playloop.http.EdgeCall;
import dev.playloop.journal.JournalReader;
import dev.playloop.loop.state.AgentState;
import dev.playloop.operator.AgentStatus;
import dev.playloop.operator.AgentWatch;
import dev.playloop.operator.approval.Sought;
import dev.playloop.operator.approval.Waits;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.view.Panel;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.World;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Agents, what each is and was, and the entries of its journal. Safe for all threads.
final class AgentsApi {
  private final Backing backing;
  private final IndexReads reads;
  private final PastStates states;
  private final RunParts parts;
  private final ConfigHistory configs;

  AgentsApi(Backing backing, PastStates states) {
    this.backing = backing;
    this.reads = backing.reads();
    this.states = states;
    this.parts = new RunParts(backing.journal(), reads);
    this.configs = new ConfigHistory(backing.reads(), parts);
  }

  /// `GET /api/agents`.
  Object list(EdgeCall call) throws InterruptedException {
    AskedQuery asked = AskedQuery.of(call);
    int limit = asked.limit();
    List<AgentRow> rows =
        reads.agents(
            IndexReadsAgentQueryBuilder.builder()
                .text(asked.text("q"))
                .only(asked.agents("only"))
                .world(asked.text("world"))
                .state(asked.text("state"))
                .after(asked.text("cursor"))
                .reach(LoggedIn.of(call.known()).reach())
                .limit(limit + 1)
                .build());
    boolean more = rows.size() > limit;
    List<AgentRow> shown = more ? rows.subList(0, limit) : rows;
    return new Listed<>(shown, more ? shown.getLast().agent() : null, null);
  }

  /// All of one agent.
  @RecordBuilder
  record Whole(
      AgentRow row,
      AgentStatus status,
      @Nullable AgentConfig config,
      List<ConfigHistory.Version> configs,
      @Nullable Moment now,
      List<Waits> waits,
      List<String> tools) {}

  /// `GET /api/agent`.
  Object one(EdgeCall call) throws InterruptedException {
    AgentId agent = seen(call);
    AgentRow row = reads.agent(agent);
    JournalSource newest = row == null ? null : parts.newest(agent);
    if (row == null || newest == null) {
      throw AskedQuery.missing("agent " + agent).refused();
    }
    AgentStatus status =
        new AgentWatch(backing.fold().get(), backing.open().clock())
            .of(agent, newest, backing.journal().keys());
    Then then = status.standing() == null ? null : states.behind(agent, row.seq());
    Moment now = then == null ? null : Moment.of(then);
    return AgentsApiWholeBuilder.builder()
        .row(row)
        .status(status)
        .config(now == null ? null : now.state().config())
        .configs(configs.of(agent))
        .now(now)
        .waits(backing.waits(new Sought(agent, null, null)))
        .tools(tools(agent))
        .build();
  }

  private List<String> tools(AgentId agent) {
    return backing.fold().get().worlds().current(agent.world()).tools().specs().stream()
        .map(ToolSpec::name)
        .toList();
  }

  /// A [Then] without its transcript, which has all that was ever said in a run.
  record Moment(
      AgentId agent,
      long seq,
      Instant at,
      AgentState state,
      @Nullable View view,
      @Nullable Instant viewAt,
      long differences) {
    static Moment of(Then then) {
      return new Moment(
          then.agent(),
          then.seq(),
          then.at(),
          then.state(),
          then.view(),
          then.viewAt(),
          then.differences());
    }
  }

  /// `GET /api/replay`: what `replay --json` prints, `without=transcript` all but that.
  Object replay(EdgeCall call) throws InterruptedException {
    AgentId agent = seen(call);
    AskedQuery asked = AskedQuery.of(call);
    String at = asked.required("at", "a time in UTC or the number of an entry");
    boolean brief = asked.without("transcript");
    Then then =
        AskedQuery.isNumber(at)
            ? states.behind(agent, Long.parseLong(at))
            : states.at(agent, AskedQuery.time("at", at));
    if (then == null) {
      throw AskedQuery.missing("entry of " + agent + " at " + at).refused();
    }
    return brief ? Moment.of(then) : then;
  }

  /// A stretch of entries.
  record Entries(List<EntryRow> rows, @Nullable Long next, long first, long last) {
    Entries {
      rows = List.copyOf(rows);
    }
  }

  /// `GET /api/entries`.
  Object entries(EdgeCall call) throws InterruptedException {
    AskedQuery asked = AskedQuery.of(call);
    RunId run = asked.runOrNull();
    AgentId agent = run == null ? asked.agent() : run.agent();
    LoggedIn.of(call.known()).requireSight(agent);
    String name = run == null ? null : run.value();
    Bounds bounds = reads.bounds(agent, name);
    if (bounds == null) {
      throw AskedQuery.missing("entry of " + (name == null ? agent.value() : name)).refused();
    }
    int limit = asked.limit();
    Reach reach = LoggedIn.of(call.known()).reach();
    List<EntryRow> rows =
        reads.entries(agent, name, asked.number("from", 0), limit + 1).stream()
            .map(row -> row.seenBy(reach))
            .toList();
    boolean more = rows.size() > limit;
    return new Entries(
        more ? rows.subList(0, limit) : rows,
        more ? rows.getLast().seq() : null,
        bounds.first(),
        bounds.last());
  }

  /// One entry as it lies there.
  ///
  /// @param why there is no payload: sealed, erased, unreadable; null where there is one
  record Opened(
      EntryRow row,
      @Nullable Envelope envelope,
      @Nullable JsonNode payload,
      @Nullable String why,
      List<Found> findings) {}

  /// `GET /api/entry`.
  Object entry(EdgeCall call) throws InterruptedException {
    AgentId agent = seen(call);
    Spot spot = spot(call, agent);
    List<JournalRecord> found = new ArrayList<>(1);
    parts.one(agent, spot).read(found::add);
    List<Found> findings = reads.findings(agent, spot.row().seq());
    EntryRow row = spot.row().seenBy(LoggedIn.of(call.known()).reach());
    if (found.isEmpty()) {
      return new Opened(row, null, null, "unreadable", findings);
    }
    JournalRecord record = found.getFirst();
    JournalReader.Read read = JournalReader.read(record.entry(), backing.journal().keys());
    byte[] body = read.bodyJson();
    String why =
        body != null
            ? null
            : record.entry().value() == null
                ? "erased"
                : record.entry().key() != null && read.payloadIntact() ? "sealed" : "unreadable";
    JsonNode payload = body == null ? null : Json.tree(new String(body, StandardCharsets.UTF_8));
    return new Opened(row, read.envelope(), payload, why, findings);
  }

  private Spot spot(EdgeCall call, AgentId agent) throws InterruptedException {
    AskedQuery asked = AskedQuery.of(call);
    asked.required("seq", "the number of an entry");
    Spot spot = reads.spot(agent, asked.number("seq", 0));
    if (spot == null) {
      throw AskedQuery.missing("entry " + asked.number("seq", 0) + " of " + agent).refused();
    }
    return spot;
  }

  /// What an agent saw.
  record Seen(String agent, long seq, @Nullable Instant viewAt, @Nullable Panel panel) {}

  /// `GET /api/panel`.
  Object panel(EdgeCall call) throws InterruptedException {
    AgentId agent = seen(call);
    AskedQuery asked = AskedQuery.of(call);
    asked.required("at", "the number of an entry");
    Then then = states.behind(agent, asked.number("at", 0));
    if (then == null) {
      throw AskedQuery.missing("entry " + asked.number("at", 0) + " of " + agent).refused();
    }
    return new Seen(agent.value(), then.seq(), then.viewAt(), panel(backing, agent, then.view()));
  }

  /// What a page draws of a view; null where there is nothing to draw. By what is in force, else by
  /// what was last: what agents of a world saw that is retired is drawn, too.
  static @Nullable Panel panel(Backing backing, AgentId agent, @Nullable View view) {
    if (view == null) {
      return null;
    }
    for (Catalogue each : backing.fold().get().worlds().all()) {
      if (each.name().equals(agent.world())) {
        World world = each.world();
        return world == null ? null : world.panel(view);
      }
    }
    return null;
  }

  private static AgentId seen(EdgeCall call) {
    AgentId agent = AskedQuery.of(call).agent();
    LoggedIn.of(call.known()).requireSight(agent);
    return agent;
  }
}
