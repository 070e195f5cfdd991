package dev.playloop.loop;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.id.AgentId;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Configs of the agent `test/ada`, one changed part at a time.
final class Configs {
  static final AgentId ADA = AgentId.of("test", "ada");
  static final Route.Prices PRICES =
      new Route.Prices(new BigDecimal("1"), new BigDecimal("0.1"), new BigDecimal("4"));

  private Configs() {}

  static Route.Candidate candidate(String model, Route.Prices prices) {
    return new Route.Candidate(
        "openai",
        Route.Wire.OPENAI,
        Route.Profile.TOOLS,
        "http://localhost:1/v1",
        model,
        null,
        prices,
        32_000,
        1_000,
        4,
        Duration.ofSeconds(60));
  }

  static AgentConfig ada() {
    return new AgentConfig(
        1,
        ADA,
        "default",
        true,
        "ada",
        new AgentConfig.Instructions(
            "You are Ada, a trader.", "Stay alive.", List.of("Never beg.", "Be brief.")),
        Map.of("*", new AgentConfig.Boundary(List.of("*"))),
        Map.of(),
        new AgentConfig.Caps(new BigDecimal("1"), new BigDecimal("2")),
        Map.of(
            "*",
            new Route("main", List.of(candidate("first", PRICES), candidate("second", PRICES)))),
        List.of(),
        List.of(),
        List.of(),
        null);
  }

  static AgentConfig disabled(AgentConfig c) {
    return copy(c, false, c.boundaries(), c.limits(), c.caps(), c.routes(), c.approvals(), null);
  }

  static UnaryOperator<AgentConfig> limits(
      @Nullable Integer turns, @Nullable Integer actions, @Nullable Duration deadline) {
    return c ->
        copy(
            c,
            true,
            c.boundaries(),
            Map.of("*", new AgentConfig.Limits(turns, actions, deadline, null, null)),
            c.caps(),
            c.routes(),
            c.approvals(),
            c.fallback());
  }

  static UnaryOperator<AgentConfig> caps(String run, String day) {
    return c ->
        copy(
            c,
            true,
            c.boundaries(),
            c.limits(),
            new AgentConfig.Caps(new BigDecimal(run), new BigDecimal(day)),
            c.routes(),
            c.approvals(),
            c.fallback());
  }

  static UnaryOperator<AgentConfig> tools(String... tools) {
    return c ->
        copy(
            c,
            true,
            Map.of("*", new AgentConfig.Boundary(List.of(tools))),
            c.limits(),
            c.caps(),
            c.routes(),
            c.approvals(),
            c.fallback());
  }

  static UnaryOperator<AgentConfig> routes(Map<String, Route> routes) {
    return c ->
        copy(c, true, c.boundaries(), c.limits(), c.caps(), routes, c.approvals(), c.fallback());
  }

  static UnaryOperator<AgentConfig> approvals(String... tools) {
    return c ->
        copy(
            c,
            true,
            c.boundaries(),
            c.limits(),
            c.caps(),
            c.routes(),
            List.of(tools),
            c.fallback());
  }

  static UnaryOperator<AgentConfig> fallback(String tool, String args) {
    return c ->
        copy(
            c,
            true,
            c.boundaries(),
            c.limits(),
            c.caps(),
            c.routes(),
            c.approvals(),
            new AgentConfig.Fallback(tool, dev.playloop.schemas.json.Json.tree(args)));
  }

  private static AgentConfig copy(
      AgentConfig c,
      boolean enabled,
      Map<String, AgentConfig.Boundary> boundaries,
      Map<String, AgentConfig.Limits> limits,
      AgentConfig.Caps caps,
      Map<String, Route> routes,
      List<String> approvals,
      AgentConfig.@Nullable Fallback fallback) {
    return new AgentConfig(
        c.v(),
        c.agent(),
        c.tenant(),
        enabled,
        c.actor(),
        c.instructions(),
        boundaries,
        limits,
        caps,
        routes,
        c.schedules(),
        c.subscriptions(),
        approvals,
        fallback);
  }
}
