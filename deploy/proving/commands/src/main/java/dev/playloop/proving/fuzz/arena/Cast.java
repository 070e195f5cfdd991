package dev.playloop.proving.fuzz.arena;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Boundary;
import dev.playloop.schemas.event.AgentConfig.Instructions;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.RunLimits;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topic;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The agents of a fuzzed system. Hostile input is addressed to victims, one in each world and
/// partition; each surface whose input is what a model answers has agents of its own there, whose
/// configs nobody touches. Witnesses share all partitions, and must not notice.
///
/// @param thinkers by the surface that makes them think
public record Cast(
    List<AgentConfig> victims,
    List<AgentConfig> witnesses,
    Map<String, List<AgentConfig>> thinkers) {
  /// In each world and partition: their runs go side by side.
  private static final int THINKERS = 12;

  static Cast of(List<String> worlds, int partitions, URI model, List<String> thinking) {
    List<AgentConfig> victims = new ArrayList<>();
    List<AgentConfig> witnesses = new ArrayList<>();
    Map<String, List<AgentConfig>> thinkers = new LinkedHashMap<>();
    for (String world : worlds) {
      for (int partition = 0; partition < partitions; partition++) {
        // Each wire is spoken in every world.
        Route.Wire wire = partition % 2 == 0 ? Route.Wire.OPENAI : Route.Wire.ANTHROPIC;
        victims.add(config(named(world, "victim", partition, partitions, 0), wire, model));
        witnesses.add(config(named(world, "witness", partition, partitions, 0), wire, model));
        for (String surface : thinking) {
          for (int i = 0; i < THINKERS; i++) {
            thinkers
                .computeIfAbsent(surface, _ -> new ArrayList<>())
                .add(config(named(world, surface, partition, partitions, i), wire, model));
          }
        }
      }
    }
    return new Cast(List.copyOf(victims), List.copyOf(witnesses), Map.copyOf(thinkers));
  }

  public Stream<AgentConfig> all() {
    return Stream.of(
            victims.stream(), witnesses.stream(), thinkers.values().stream().flatMap(List::stream))
        .flatMap(each -> each);
  }

  /// The agent of that role that lies in this partition as the first, or later by `skipped`.
  private static AgentId named(
      String world, String role, int partition, int partitions, int skipped) {
    int left = skipped;
    for (int i = 0; ; i++) {
      AgentId id = AgentId.of(world, role + "-" + i);
      if (Topic.home(id.value(), partitions) == partition && left-- == 0) {
        return id;
      }
    }
  }

  private static AgentConfig config(AgentId agent, Route.Wire wire, URI model) {
    Route.Candidate candidate =
        Route.Candidate.of(
                model.resolve(wire == Route.Wire.OPENAI ? "/openai/v1" : "/anthropic").toString(),
                "fuzz")
            .provider("fuzz-" + agent.name(), wire)
            // Low enough that lies about usage end no day.
            .prices(
                new Route.Prices(
                    new BigDecimal("0.0001"), new BigDecimal("0.0001"), new BigDecimal("0.0001")))
            .maxInFlight(256)
            .timeout(Duration.ofSeconds(20));
    Instructions instructions = new Instructions("You are fuzzed.", "Bear it.", List.of());
    return AgentConfig.of(agent, agent.name(), instructions)
        .tenant("fuzz")
        .boundaries(Map.of("*", new Boundary(List.of("*"))))
        .limits(
            Map.of(
                "*",
                new RunLimits(
                    // A machine with two cores and nine surfaces takes its time.
                    ModelServer.TURNS + 4,
                    100,
                    Duration.ofSeconds(90),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(30))))
        .caps(new AgentConfig.Caps(new BigDecimal("1000"), new BigDecimal("1000000")))
        .routes(Map.of("*", new Route("fuzz", List.of(candidate))));
  }
}
