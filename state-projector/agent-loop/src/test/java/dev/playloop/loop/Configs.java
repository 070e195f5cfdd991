package dev.playloop.loop;

import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.RunLimits;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
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
    return Route.Candidate.of("http://localhost:1/v1", model)
        .prices(prices)
        .tokens(32_000, 1_000)
        .maxInFlight(4)
        .timeout(Duration.ofSeconds(60));
  }

  static AgentConfig ada() {
    return AgentConfig.of(
            ADA,
            "ada",
            new AgentConfig.Instructions(
                "You are Ada, a trader.", "Stay alive.", List.of("Never beg.", "Be brief.")))
        .boundaries(Map.of("*", new AgentConfig.Boundary(List.of("*"))))
        .caps(new AgentConfig.Caps(new BigDecimal("1"), new BigDecimal("2")))
        .routes(
            Map.of(
                "*",
                new Route(
                    "main", List.of(candidate("first", PRICES), candidate("second", PRICES)))));
  }

  static AgentConfig disabled(AgentConfig c) {
    return c.enabled(false).fallback(null);
  }

  static UnaryOperator<AgentConfig> limits(
      @Nullable Integer turns, @Nullable Integer actions, @Nullable Duration deadline) {
    return c -> c.limits(Map.of("*", new RunLimits(turns, actions, deadline, null, null)));
  }

  static UnaryOperator<AgentConfig> actionTimeout(Duration timeout) {
    return c -> c.limits(Map.of("*", new RunLimits(null, null, null, null, timeout)));
  }

  static UnaryOperator<AgentConfig> caps(String run, String day) {
    return c -> c.caps(new AgentConfig.Caps(new BigDecimal(run), new BigDecimal(day)));
  }

  static UnaryOperator<AgentConfig> tools(String... tools) {
    return c -> c.boundaries(Map.of("*", new AgentConfig.Boundary(List.of(tools))));
  }

  static UnaryOperator<AgentConfig> routes(Map<String, Route> routes) {
    return c -> c.routes(routes);
  }

  static UnaryOperator<AgentConfig> approvals(String... tools) {
    return c -> c.approvals(Arrays.stream(tools).map(ApprovalRule::ofTool).toList());
  }

  static UnaryOperator<AgentConfig> rules(ApprovalRule... rules) {
    return c -> c.approvals(List.of(rules));
  }

  static UnaryOperator<AgentConfig> fallback(String tool, String args) {
    return c -> c.fallback(new AgentConfig.Fallback(tool, Json.tree(args)));
  }

  /// The kind may use all tools, and falls back to this one.
  static UnaryOperator<AgentConfig> fallbackOf(String kind, String tool, String args) {
    return c -> {
      Map<String, AgentConfig.Boundary> all = new HashMap<>(c.boundaries());
      AgentConfig.Fallback own = new AgentConfig.Fallback(tool, Json.tree(args));
      all.put(kind, new AgentConfig.Boundary(List.of("*"), own));
      return c.boundaries(all);
    };
  }
}
