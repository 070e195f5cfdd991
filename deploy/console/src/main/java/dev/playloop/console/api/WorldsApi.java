package dev.playloop.console.api;

import dev.playloop.audit.JournalRecord;
import dev.playloop.console.door.LoggedIn;
import dev.playloop.console.index.IndexReads;
import dev.playloop.console.index.IndexReadsAgentQueryBuilder;
import dev.playloop.console.index.Spot;
import dev.playloop.console.moment.RunParts;
import dev.playloop.console.row.AgentRow;
import dev.playloop.console.row.Reach;
import dev.playloop.http.EdgeCall;
import dev.playloop.journal.JournalReader;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry.Body;
import dev.playloop.schemas.view.Panel;
import dev.playloop.worlds.model.Worlds;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Worlds, as their agents saw them. Safe for all threads.
final class WorldsApi {
  private static final int MOST_AGENTS = 50;
  private static final int TRAIL = 8;

  private final Backing backing;
  private final IndexReads reads;
  private final RunParts parts;

  WorldsApi(Backing backing) {
    this.backing = backing;
    this.reads = backing.reads();
    this.parts = new RunParts(backing.journal(), reads);
  }

  /// @param draws whether a page can draw what its agents see
  /// @param declared whether it is data, and not code of this build
  record WorldRow(String world, long agents, boolean draws, boolean declared, boolean retired) {}

  /// `GET /api/worlds`.
  Object list(EdgeCall call) throws InterruptedException {
    Map<String, Long> counts = backing.now().worlds(LoggedIn.of(call.known()).reach());
    Worlds known = backing.fold().get().worlds();
    Map<String, String> retired = known.retired();
    Set<String> names = new TreeSet<>(counts.keySet());
    names.addAll(known.names());
    List<WorldRow> rows = new ArrayList<>();
    for (String name : names) {
      rows.add(
          new WorldRow(
              name,
              counts.getOrDefault(name, 0L),
              counts.containsKey(name) && draws(name),
              !known.groups().contains(name) && !retired.containsKey(name),
              retired.containsKey(name)));
    }
    return new Listed<>(rows, null, (long) rows.size());
  }

  /// Told by one of its agents: a world says it by a view alone.
  private boolean draws(String world) throws InterruptedException {
    for (AgentRow row : agents(world, null, Reach.ALL, 3)) {
      AgentId agent = new AgentId(row.agent());
      Spot saw = reads.saw(agent, Long.MAX_VALUE);
      if (saw != null && AgentsApi.panel(backing, agent, view(agent, saw)) != null) {
        return true;
      }
    }
    return false;
  }

  /// One agent in its world.
  @RecordBuilder
  record InWorld(
      String agent,
      long seq,
      @Nullable Instant viewAt,
      @Nullable Panel panel,
      @Nullable Words words,
      List<Step> trail) {}

  record Words(Instant at, String text) {}

  /// Where it was.
  record Step(int x, int y, Instant at) {}

  /// A world at a moment.
  record WorldSeen(String world, @Nullable Instant at, List<InWorld> seen, @Nullable String next) {}

  /// `GET /api/world`.
  Object one(EdgeCall call) throws InterruptedException {
    AskedQuery asked = AskedQuery.of(call);
    String world = asked.required("world", "the name of a world");
    Instant at = asked.time("at");
    int limit = Math.min(MOST_AGENTS, asked.limit());
    List<AgentRow> rows =
        agents(world, asked.text("cursor"), LoggedIn.of(call.known()).reach(), limit + 1);
    boolean more = rows.size() > limit;
    List<AgentRow> shown = more ? rows.subList(0, limit) : rows;
    List<InWorld> seen = new ArrayList<>();
    for (AgentRow row : shown) {
      seen.add(inWorld(row, at));
    }
    return new WorldSeen(world, at, seen, more ? shown.getLast().agent() : null);
  }

  private List<AgentRow> agents(String world, @Nullable String after, Reach reach, int limit)
      throws InterruptedException {
    return reads.agents(
        IndexReadsAgentQueryBuilder.builder()
            .world(world)
            .after(after)
            .reach(reach)
            .limit(limit)
            .build());
  }

  private InWorld inWorld(AgentRow row, @Nullable Instant at) throws InterruptedException {
    AgentId agent = new AgentId(row.agent());
    Spot upTo = at == null ? reads.last(agent) : reads.upTo(agent, at);
    Spot saw = upTo == null ? null : reads.saw(agent, upTo.row().seq() + 1);
    View view = saw == null ? null : view(agent, saw);
    Panel panel = AgentsApi.panel(backing, agent, view);
    return WorldsApiInWorldBuilder.builder()
        .agent(row.agent())
        .seq(upTo == null ? -1 : upTo.row().seq())
        .viewAt(saw == null ? null : saw.row().at())
        .panel(panel)
        .words(at != null || row.words() == null ? null : new Words(row.at(), row.words()))
        .trail(panel == null || place(panel) == null ? List.of() : trail(agent, saw))
        .build();
  }

  /// The places of the last views before this one, the oldest first.
  private List<Step> trail(AgentId agent, @Nullable Spot from) throws InterruptedException {
    List<Step> trail = new ArrayList<>();
    Spot saw = from;
    while (saw != null && trail.size() < TRAIL) {
      Panel panel = AgentsApi.panel(backing, agent, view(agent, saw));
      Panel.Mark mark = panel == null ? null : place(panel);
      if (mark != null) {
        trail.addFirst(new Step(mark.x(), mark.y(), saw.row().at()));
      }
      saw = reads.saw(agent, saw.row().seq());
    }
    return trail;
  }

  private static Panel.@Nullable Mark place(Panel panel) {
    for (Panel.Drawing drawing : panel.drawings()) {
      List<Panel.Mark> marks =
          switch (drawing) {
            case Panel.Grid grid -> grid.marks();
            case Panel.Hexes hexes -> hexes.marks();
            case Panel.Graph _, Panel.Table _, Panel.Picture _ -> List.of();
          };
      for (Panel.Mark mark : marks) {
        if (mark.kind().equals(Panel.Mark.SELF)) {
          return mark;
        }
      }
    }
    return null;
  }

  private @Nullable View view(AgentId agent, Spot saw) {
    List<JournalRecord> found = new ArrayList<>(1);
    parts.one(agent, saw).read(found::add);
    try {
      Body body =
          found.isEmpty()
              ? null
              : JournalReader.read(found.getFirst().entry(), backing.journal().keys()).body();
      return body == null ? null : body.view();
    } catch (InvalidValueException e) {
      return null;
    }
  }
}
