package dev.playloop.chaos;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Boundary;
import dev.playloop.schemas.event.AgentConfig.Instructions;
import dev.playloop.schemas.event.AgentConfig.Limits;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.id.AgentId;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The agents of a history: most in the vault, some in the society, and one in the vault whose cap
/// is so low that it binds. Immutable.
record Agents(List<AgentConfig> configs) {
  private static final int VAULT = 7;
  private static final int SOCIETY = 3;
  private static final Duration CALL_LIMIT = Duration.ofSeconds(30);
  private static final Duration ACTION_LIMIT = Duration.ofSeconds(20);
  private static final Duration RUN_LIMIT = Duration.ofMinutes(2);
  private static final BigDecimal RICH_DAY = BigDecimal.TEN;
  private static final BigDecimal POOR_DAY = new BigDecimal("0.05");
  private static final Route.Prices PRICES =
      new Route.Prices(BigDecimal.ONE, BigDecimal.ONE, new BigDecimal("4"));

  Agents {
    configs = List.copyOf(configs);
  }

  static Agents of(URI checker) {
    Route route =
        new Route(
            "chaos",
            List.of(
                new Route.Candidate(
                    "chaos",
                    Route.Wire.OPENAI,
                    Route.Profile.TOOLS,
                    checker.resolve("/v1").toString(),
                    "chaos",
                    null,
                    PRICES,
                    100_000,
                    500,
                    200,
                    Duration.ofSeconds(15))));
    List<AgentConfig> configs = new ArrayList<>();
    for (int i = 0; i < VAULT; i++) {
      configs.add(
          config(AgentId.of(VaultWorld.NAME, "v" + i), i == 0 ? POOR_DAY : RICH_DAY, route));
    }
    for (int i = 0; i < SOCIETY; i++) {
      configs.add(config(AgentId.of("society", "s" + i), RICH_DAY, route));
    }
    return new Agents(configs);
  }

  List<AgentId> ids() {
    return configs.stream().map(AgentConfig::agent).toList();
  }

  Map<String, Facts.Caps> caps() {
    Map<String, Facts.Caps> caps = new HashMap<>();
    for (AgentConfig config : configs) {
      caps.put(
          config.agent().value(),
          new Facts.Caps(config.caps().usdPerRun(), config.caps().usdPerDay()));
    }
    return caps;
  }

  /// The society's users, as fixtures.
  static String seedSql() {
    StringBuilder sql = new StringBuilder();
    for (int i = 0; i < SOCIETY; i++) {
      sql.append(
          "insert into users (id, username, kind, agent) values ('s%d', 'S%d', 'agent', 'society/s%d');\n"
              .formatted(i, i, i));
    }
    return sql.toString();
  }

  private static AgentConfig config(AgentId agent, BigDecimal day, Route route) {
    return new AgentConfig(
        AgentConfig.VERSION,
        agent,
        "chaos",
        true,
        agent.name(),
        new Instructions("You fill orders.", "One step a turn.", List.of()),
        Map.of("*", new Boundary(List.of("*"))),
        Map.of("*", new Limits(12, 20, RUN_LIMIT, CALL_LIMIT, ACTION_LIMIT)),
        new AgentConfig.Caps(new BigDecimal("0.5"), day),
        Map.of("*", route),
        List.of(),
        List.of(),
        List.of(),
        null);
  }
}
