package dev.playloop.console.api;

import dev.playloop.console.door.LoggedIn;
import dev.playloop.console.index.CostReads;
import dev.playloop.console.index.CostReads.By;
import dev.playloop.console.index.CostReads.Cap;
import dev.playloop.console.index.CostReads.CostRow;
import dev.playloop.console.index.CostReads.Whose;
import dev.playloop.console.index.EntryText;
import dev.playloop.console.index.NewsReads;
import dev.playloop.console.index.NowReads;
import dev.playloop.console.index.NowReads.Hit;
import dev.playloop.console.index.RunReads.Period;
import dev.playloop.console.index.RunReadsRunQueryBuilder;
import dev.playloop.console.moment.RunParts;
import dev.playloop.console.row.AgentRow;
import dev.playloop.console.row.Reach;
import dev.playloop.console.row.RunRow;
import dev.playloop.console.source.ClusterTables;
import dev.playloop.http.EdgeCall;
import dev.playloop.journal.JournalReader;
import dev.playloop.operator.approval.Sought;
import dev.playloop.operator.approval.Waits;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.AgentPattern;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A look at everything, what it costs, and the search. Safe for all threads.
final class NowApi {
  private static final int RECENT = 20;
  private static final int CAPS = 20;
  private static final int HITS = 20;
  private static final List<String> STATES =
      List.of("idle", "thinking", "acting", "waiting", "paused", "quarantined");

  private final Backing backing;
  private final NowReads reads;
  private final CostReads costs;
  private final RunParts parts;

  NowApi(Backing backing) {
    this.backing = backing;
    this.reads = backing.now();
    this.costs = backing.costs();
    this.parts = new RunParts(backing.journal(), backing.reads());
  }

  /// Everything at a glance.
  ///
  /// @param behind how many entries are on the log and not shown yet
  @RecordBuilder
  record Glance(
      Map<String, Long> agents,
      List<Halt> halts,
      long turnsInFlight,
      @Nullable Waiting oldestWait,
      Spent spentToday,
      List<Cap> caps,
      Inbox inbox,
      long deadLetters,
      List<RunRow> recent,
      long entries,
      long behind,
      @Nullable String problem,
      Instant at) {}

  /// @param what a model, an action, or a person
  record Waiting(String agent, @Nullable String run, String what, Instant since) {}

  record Spent(long calls, long promptTokens, long completionTokens, String costUsd) {}

  /// How much waits for people.
  record Inbox(long asked, long inDoubt, long granted) {
    static Inbox of(List<Waits> waits, Reach reach) {
      List<Waits> seen = waits.stream().filter(one -> reach.reaches(one.agent().value())).toList();
      return new Inbox(
          seen.stream().filter(Waits.Asked.class::isInstance).count(),
          seen.stream().filter(Waits.InDoubt.class::isInstance).count(),
          seen.stream().filter(Waits.Granted.class::isInstance).count());
    }
  }

  /// `GET /api/now`. Of the agents that fit `agents`, where it is given: what they are at, what
  /// they spent, their runs, and what waits of theirs. Halts, caps, letters and entries are the
  /// cluster's.
  Object now(EdgeCall call, NewsReads.Place at) throws InterruptedException {
    Reach reach = LoggedIn.of(call.known()).reach();
    AgentPattern only = AskedQuery.of(call).agents("agents");
    Whose whose = new Whose(only, reach);
    NewsReads.Counts counts = backing.news().counts(at, reach);
    Instant now = backing.open().clock().instant();
    Period today = new Period(now.truncatedTo(ChronoUnit.DAYS), null);
    CostRow spent = costs.total(today, whose);
    Map<String, Long> agents = agents(whose);
    return NowApiGlanceBuilder.builder()
        .agents(agents)
        .halts(halts(reach))
        .turnsInFlight(agents.getOrDefault("thinking", 0L))
        .oldestWait(oldest(whose))
        .spentToday(
            new Spent(
                spent.calls(), spent.promptTokens(), spent.completionTokens(), spent.costUsd()))
        .caps(costs.caps(today, reach, CAPS))
        .inbox(Inbox.of(waits(only), reach))
        .deadLetters(counts.letters())
        .recent(
            backing
                .runs()
                .runs(
                    RunReadsRunQueryBuilder.builder()
                        .agents(only)
                        .period(new Period(null, null))
                        .reach(reach)
                        .limit(RECENT)
                        .build())
                .rows())
        .entries(counts.entries())
        .behind(reach.all() ? backing.feed().behind() : 0)
        .problem(problem(reach))
        .at(now)
        .build();
  }

  private List<Halt> halts(Reach reach) {
    ClusterTables tables = backing.tables();
    return tables == null
        ? List.of()
        : tables.halts().stream().filter(halt -> reach.touches(halt.scope())).toList();
  }

  /// It may name anybody.
  private @Nullable String problem(Reach reach) {
    String problem = backing.feed().problem();
    return problem == null || reach.all() ? problem : "ask who runs this console";
  }

  private List<Waits> waits(@Nullable AgentPattern only) throws InterruptedException {
    List<Waits> all = backing.waits(Sought.ALL);
    return only == null ? all : all.stream().filter(one -> only.fits(one.agent())).toList();
  }

  private Map<String, Long> agents(Whose whose) throws InterruptedException {
    Map<String, Long> agents = new TreeMap<>(reads.states(whose));
    long total = agents.values().stream().mapToLong(Long::longValue).sum();
    STATES.forEach(state -> agents.putIfAbsent(state, 0L));
    agents.put("total", total);
    return agents;
  }

  private @Nullable Waiting oldest(Whose whose) throws InterruptedException {
    AgentRow row = reads.oldest(whose);
    if (row == null || row.since() == null) {
      return null;
    }
    String what =
        switch (row.state()) {
          case "thinking" -> "model";
          case "acting" -> "action";
          default -> "person";
        };
    return new Waiting(row.agent(), row.openRun(), what, row.since());
  }

  /// What was spent.
  ///
  /// @param compare what other agents spent meanwhile; null where none are named
  record Costs(
      List<CostRow> rows, CostRow total, List<Cap> caps, @Nullable ComparedCosts compare) {}

  /// @param agents whose names it takes
  record ComparedCosts(String agents, List<CostRow> rows, CostRow total) {}

  /// `GET /api/cost`.
  Object cost(EdgeCall call) throws InterruptedException {
    AskedQuery asked = AskedQuery.of(call);
    By by =
        By.valueOf(
            asked
                .oneOf("by", "agent", List.of("agent", "model", "world", "day"))
                .toUpperCase(Locale.ROOT));
    Reach reach = LoggedIn.of(call.known()).reach();
    Period period = new Period(asked.time("since"), asked.time("until"));
    Whose whose = new Whose(asked.agents("agents"), reach);
    AgentPattern others = asked.agents("compare");
    Period today = new Period(backing.open().clock().instant().truncatedTo(ChronoUnit.DAYS), null);
    return new Costs(
        costs.by(by, period, whose),
        costs.total(period, whose),
        costs.caps(today, reach, CAPS),
        others == null ? null : compared(by, period, new Whose(others, reach)));
  }

  private ComparedCosts compared(By by, Period period, Whose whose) throws InterruptedException {
    return new ComparedCosts(
        String.valueOf(whose.agents()), costs.by(by, period, whose), costs.total(period, whose));
  }

  /// What was found.
  record Search(List<Match> rows, @Nullable String next, boolean fullText) {}

  /// @param snippet the text around it; null where nobody can read it any more
  @RecordBuilder
  record Match(
      String agent,
      long seq,
      @Nullable String run,
      Instant at,
      String kind,
      @Nullable String snippet) {}

  /// `GET /api/search`.
  Object search(EdgeCall call) throws InterruptedException {
    AskedQuery asked = AskedQuery.of(call);
    String words = asked.required("q", "words to look for");
    if (!backing.index().hasWords()) {
      return new Search(List.of(), null, false);
    }
    AgentId agent = asked.agentOrNull();
    int limit = Math.min(HITS, asked.limit());
    Reach reach = LoggedIn.of(call.known()).reach();
    List<Hit> hits =
        reads.search(
            words,
            new NowReads.Whose(agent == null ? null : agent.value(), reach),
            before(backing.cursors().heard(asked, reach)),
            limit + 1);
    boolean more = hits.size() > limit;
    List<Hit> shown = more ? hits.subList(0, limit) : hits;
    List<Match> rows = new ArrayList<>();
    for (Hit hit : shown) {
      rows.add(match(hit, words));
    }
    return new Search(
        rows,
        more ? backing.cursors().tell(String.valueOf(shown.getLast().number()), reach) : null,
        true);
  }

  private static long before(@Nullable String cursor) {
    if (cursor == null) {
      return Long.MAX_VALUE;
    }
    if (!AskedQuery.isNumber(cursor)) {
      throw Cursors.foreign().refused();
    }
    return Long.parseLong(cursor);
  }

  private Match match(Hit hit, String words) {
    AgentId agent = new AgentId(hit.spot().row().agent());
    AtomicReference<@Nullable String> snippet = new AtomicReference<>();
    parts
        .one(agent, hit.spot())
        .read(record -> {
          try {
            snippet.set(
                EntryText.around(
                    JournalReader.read(record.entry(), backing.journal().keys()), words));
          } catch (InvalidValueException e) {
            // Its record is no entry any more.
            snippet.set(null);
          }
        });
    return NowApiMatchBuilder.builder()
        .agent(agent.value())
        .seq(hit.spot().row().seq())
        .run(hit.spot().row().run())
        .at(hit.spot().row().at())
        .kind(hit.spot().row().kind())
        .snippet(snippet.get())
        .build();
  }
}
