package dev.playloop.schemas.event;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.KindTable;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.ExactlyOne;
import dev.playloop.schemas.json.Matches;
import dev.playloop.schemas.json.Versioned;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One agent as its owner configures it. Keys of `boundaries` and `limits` are kinds of trigger:
/// exact (`chat.mention`), by prefix (`chat.*`), or `*`. Routes are keyed by trigger class in lower
/// case or `*`; their prices and sizes are resolved when the config is applied.
@RecordBuilder
public record AgentConfig(
    @Default("1") int v,
    @Describe("<world>/<name>, such as tally/ada") AgentId agent,
    @Describe("who pays") @Bounds(min = 1, max = 64) @Default("\"default\"") String tenant,
    @Describe("false stops the agent at once") @Default("true") Boolean enabled,
    @Describe("how the world knows the agent") @Bounds(min = 1, max = 128) String actor,
    @Describe("who the agent is and how it should act; part of every prompt")
        Instructions instructions,
    @Describe("by kind of trigger (chat.mention, chat.* or *): the tools it may use") @Default("{}")
        Map<String, Boundary> boundaries,
    @Describe("by kind of trigger (chat.mention, chat.* or *): the bounds of a run") @Default("{}")
        Map<String, RunLimits> limits,
    @Describe("what it may spend") @Default("{\"usdPerRun\":1,\"usdPerDay\":10}") Caps caps,
    @Describe("by class of trigger (conversation, event, schedule, idle or *): the models")
        @Default("{}")
        Map<String, Route> routes,
    @Describe("when it acts on its own") @Default("[]") List<Schedule> schedules,
    @Describe("world events that become its triggers") @Default("[]")
        List<Subscription> subscriptions,
    @Describe(
            "writing tools that wait for a person's approval, by name, or rules; the first decides")
        @Default("[]")
        List<ApprovalRule> approvals,
    @Describe("what it does when the model fails for good, where the boundary allows it")
        @Nullable Fallback fallback)
    implements AgentConfigBuilder.With, Versioned {
  public static final int VERSION = 1;

  public AgentConfig {
    v = v == 0 ? VERSION : v;
    Require.present("agent", agent, "the agent's id, such as tally/ada");
    tenant = tenant == null ? "default" : Require.text("tenant", tenant, 64);
    enabled = enabled == null || enabled;
    Require.text("actor", actor, 128);
    Require.present("instructions", instructions, "identity, strategy and rules");
    boundaries = AgentConfigParts.sorted(boundaries);
    limits = AgentConfigParts.sorted(limits);
    caps = caps == null ? Caps.DEFAULT : caps;
    routes = AgentConfigParts.sorted(routes);
    schedules = schedules == null ? List.of() : List.copyOf(schedules);
    AgentConfigParts.named(schedules);
    subscriptions = subscriptions == null ? List.of() : List.copyOf(subscriptions);
    approvals = approvals == null ? List.of() : List.copyOf(approvals);
  }

  /// An agent with the usual caps that may use no tool, has no model and acts on nothing by itself.
  public static AgentConfig of(AgentId agent, String actor, Instructions instructions) {
    return AgentConfigBuilder.builder()
        .agent(agent)
        .actor(actor)
        .instructions(instructions)
        .build();
  }

  /// The same for another agent.
  public AgentConfig as(AgentId agent, String actor) {
    return with().agent(agent).actor(actor).build();
  }

  public AgentConfig tenant(String tenant) {
    return with().tenant(tenant).build();
  }

  public AgentConfig enabled(Boolean enabled) {
    return with().enabled(enabled).build();
  }

  public AgentConfig boundaries(Map<String, Boundary> boundaries) {
    return with().boundaries(boundaries).build();
  }

  public AgentConfig limits(Map<String, RunLimits> limits) {
    return with().limits(limits).build();
  }

  public AgentConfig caps(Caps caps) {
    return with().caps(caps).build();
  }

  public AgentConfig routes(Map<String, Route> routes) {
    return with().routes(routes).build();
  }

  public AgentConfig schedules(List<Schedule> schedules) {
    return with().schedules(schedules).build();
  }

  public AgentConfig subscriptions(List<Subscription> subscriptions) {
    return with().subscriptions(subscriptions).build();
  }

  public AgentConfig approvals(List<ApprovalRule> approvals) {
    return with().approvals(approvals).build();
  }

  public AgentConfig fallback(@Nullable Fallback fallback) {
    return with().fallback(fallback).build();
  }

  /// Whether a write of that tool may have to wait until a person has said yes.
  public boolean mayNeedApproval(String tool) {
    return approvals.stream().anyMatch(rule -> rule.names(tool));
  }

  /// The boundary for this kind of trigger; without one, no world tool is allowed.
  public Boundary boundary(String kind) {
    Boundary found = KindTable.find(boundaries, kind);
    return found == null ? Boundary.NOTHING : found;
  }

  /// The limits for this kind of trigger.
  public RunLimits limits(String kind) {
    RunLimits found = KindTable.find(limits, kind);
    return found == null ? RunLimits.DEFAULT : found;
  }

  /// The route for this class of trigger, or null where none is configured.
  public @Nullable Route route(TriggerClass triggerClass) {
    Route exact = routes.get(triggerClass.name().toLowerCase(Locale.ROOT));
    return exact == null ? routes.get("*") : exact;
  }

  /// Who the agent is and how it should act. Part of every prompt.
  public record Instructions(
      @Bounds(min = 1, max = 8_000) String identity,
      @Default("\"\"") String strategy,
      @Default("[]") List<String> rules) {
    public Instructions {
      Require.text("identity", identity, 8_000);
      strategy = strategy == null ? "" : strategy;
      rules = rules == null ? List.of() : List.copyOf(rules);
    }
  }

  /// The tools allowed for a kind of trigger, reads too; `*` allows all of the world's. Its
  /// fallback stands in for the agent's own.
  public record Boundary(
      @Describe("names of tools, reads too; * allows all of the world's") List<String> tools,
      @Describe("what it does here when the model fails for good, in place of the agent's own")
          @Nullable Fallback fallback) {
    static final Boundary NOTHING = new Boundary(List.of());

    public Boundary {
      tools = List.copyOf(Require.present("tools", tools, "a list of tool names"));
    }

    public Boundary(List<String> tools) {
      this(tools, null);
    }

    public boolean allows(String tool) {
      return tools.contains("*") || tools.contains(tool);
    }
  }

  /// What the agent may spend, in USD.
  public record Caps(BigDecimal usdPerRun, BigDecimal usdPerDay) {
    static final Caps DEFAULT = new Caps(new BigDecimal("1"), new BigDecimal("10"));

    public Caps {
      Require.notNegative("usdPerRun", usdPerRun, "USD, such as 0.50");
      Require.notNegative("usdPerDay", usdPerDay, "USD, such as 5");
    }
  }

  /// A trigger of kind `schedule.<name>` (or `kind`) by cron expression (UNIX, UTC), at a fixed
  /// rate, or a fixed delay after the run of the last one has ended.
  @ExactlyOne({"cron", "every", "delay"})
  @RecordBuilder
  public record Schedule(
      @Matches(Schedule.NAME_REGEX) String name,
      @Describe("UNIX cron in UTC; exactly one of cron, every and delay") @Nullable String cron,
      @Describe("fixed rate, ISO 8601, counted from 1970; PT1S or longer") @Nullable Duration every,
      @Describe("fixed delay, ISO 8601, from the end of the last one's run; PT1S or longer")
          @Nullable Duration delay,
      @Describe("whether one that comes while another of this schedule waits is dropped")
          @Nullable Boolean collapse,
      @Describe("schedule.<name> where left out") @Matches(Trigger.KIND_REGEX)
          @Nullable String kind,
      @Nullable String text,
      @Nullable JsonNode data)
      implements AgentConfigScheduleBuilder.With {
    static final String NAME_REGEX = "[a-z0-9][a-z0-9_-]{0,39}";
    private static final Pattern NAME = Pattern.compile(NAME_REGEX);

    public Schedule {
      Require.match("name", name, NAME, "1 to 40 lower case letters, digits, '-' and '_'");
      AgentConfigParts.rhythm(cron, every, delay);
      if (delay != null && collapse != null) {
        throw new InvalidValueException(
            "collapse", "none beside delay, by which there are never two", collapse.toString());
      }
      if (kind != null) {
        Require.match("kind", kind, Trigger.KIND, "a dotted name such as schedule.market");
      }
      if (text != null) {
        Require.length("text", text, 0, Trigger.MAX_TEXT);
      }
    }

    private static Schedule of(
        String name, @Nullable String cron, @Nullable Duration every, @Nullable Duration delay) {
      return new Schedule(name, cron, every, delay, null, null, null, null);
    }

    public static Schedule cron(String name, String expression) {
      return of(name, expression, null, null);
    }

    public static Schedule every(String name, Duration rate) {
      return of(name, null, rate, null);
    }

    /// The next so long after the run of the last one has ended.
    public static Schedule after(String name, Duration delay) {
      return of(name, null, null, delay);
    }

    /// One that comes while another waits is dropped.
    public Schedule collapsing() {
      return with().collapse(true).build();
    }

    public boolean collapses() {
      return Boolean.TRUE.equals(collapse);
    }

    public Schedule kind(@Nullable String kind) {
      return with().kind(kind).build();
    }

    public Schedule text(@Nullable String text) {
      return with().text(text).build();
    }

    public Schedule data(@Nullable JsonNode data) {
      return with().data(data).build();
    }

    public String kindOrDefault() {
      return kind == null ? "schedule." + name : kind;
    }
  }

  /// World events that become triggers of this agent: kind of happening to kind of trigger.
  public record Subscription(
      @Describe("kind of happening in the world") @Bounds(min = 1, max = 80) String event,
      @Describe("kind of trigger it becomes") @Matches(Trigger.KIND_REGEX) String kind,
      @Describe("what the model reads; the happening's text where left out")
          @Nullable String text) {
    public Subscription {
      Require.text("event", event, 80);
      Require.match("kind", kind, Trigger.KIND, "a dotted name such as chat.message");
    }
  }

  /// The action that runs when the LLM fails for good.
  public record Fallback(String tool, JsonNode args) {
    public Fallback {
      Require.text("tool", tool, 64);
    }
  }
}
