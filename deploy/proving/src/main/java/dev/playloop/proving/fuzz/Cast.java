package dev.playloop.proving.fuzz;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Boundary;
import dev.playloop.schemas.event.AgentConfig.Instructions;
import dev.playloop.schemas.event.AgentConfig.Limits;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.id.AgentId;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Utils;

/// The agents of a fuzzed system, in each world and partition one victim and one witness. Hostile
/// input is addressed to victims; witnesses share their partitions, and must not notice.
record Cast(List<AgentConfig> victims, List<AgentConfig> witnesses) {
  static Cast of(List<String> worlds, int partitions, URI model) {
    List<AgentConfig> victims = new ArrayList<>();
    List<AgentConfig> witnesses = new ArrayList<>();
    for (String world : worlds) {
      for (int partition = 0; partition < partitions; partition++) {
        // Each wire is spoken in every world.
        Route.Wire wire = partition % 2 == 0 ? Route.Wire.OPENAI : Route.Wire.ANTHROPIC;
        victims.add(config(named(world, "victim", partition, partitions), wire, model));
        witnesses.add(config(named(world, "witness", partition, partitions), wire, model));
      }
    }
    return new Cast(List.copyOf(victims), List.copyOf(witnesses));
  }

  Stream<AgentConfig> all() {
    return Stream.concat(victims.stream(), witnesses.stream());
  }

  private static AgentId named(String world, String role, int partition, int partitions) {
    for (int i = 0; ; i++) {
      AgentId id = AgentId.of(world, role + "-" + i);
      byte[] key = id.value().getBytes(StandardCharsets.UTF_8);
      if (Utils.toPositive(Utils.murmur2(key)) % partitions == partition) {
        return id;
      }
    }
  }

  private static AgentConfig config(AgentId agent, Route.Wire wire, URI model) {
    Route.Candidate candidate =
        new Route.Candidate(
            "fuzz-" + agent.name(),
            wire,
            Route.Profile.TOOLS,
            model.resolve(wire == Route.Wire.OPENAI ? "/openai/v1" : "/anthropic").toString(),
            "fuzz",
            null,
            // Low enough that lies about usage end no day.
            new Route.Prices(
                new BigDecimal("0.0001"), new BigDecimal("0.0001"), new BigDecimal("0.0001")),
            128_000,
            2_000,
            256,
            Duration.ofSeconds(5));
    return new AgentConfig(
        AgentConfig.VERSION,
        agent,
        "fuzz",
        true,
        agent.name(),
        new Instructions("You are fuzzed.", "Bear it.", List.of()),
        Map.of("*", new Boundary(List.of("*"))),
        Map.of(
            "*",
            new Limits(
                12, 20, Duration.ofSeconds(20), Duration.ofSeconds(5), Duration.ofSeconds(5))),
        new AgentConfig.Caps(new BigDecimal("1000"), new BigDecimal("1000000")),
        Map.of("*", new Route("fuzz", List.of(candidate))),
        List.of(),
        List.of(),
        List.of(),
        null);
  }
}
