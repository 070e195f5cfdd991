package dev.playloop.schemas.event;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.AgentConfig.Boundary;
import dev.playloop.schemas.event.AgentConfig.Caps;
import dev.playloop.schemas.event.AgentConfig.Fallback;
import dev.playloop.schemas.event.AgentConfig.Instructions;
import dev.playloop.schemas.event.AgentConfig.Limits;
import dev.playloop.schemas.event.AgentConfig.Schedule;
import dev.playloop.schemas.event.AgentConfig.Subscription;
import dev.playloop.schemas.id.AgentId;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The parts of a config while one of them changes; never leaves [AgentConfig].
final class AgentConfigParts {
  private AgentId agent;
  private String actor;
  String tenant = "default";
  Boolean enabled = true;
  Instructions instructions;
  Map<String, Boundary> boundaries = Map.of();
  Map<String, Limits> limits = Map.of();
  Caps caps = Caps.DEFAULT;
  Map<String, Route> routes = Map.of();
  List<Schedule> schedules = List.of();
  List<Subscription> subscriptions = List.of();
  List<String> approvals = List.of();
  @Nullable Fallback fallback;

  AgentConfigParts(AgentId agent, String actor, Instructions instructions) {
    this.agent = agent;
    this.actor = actor;
    this.instructions = instructions;
  }

  AgentConfigParts(AgentConfig config) {
    this(config.agent(), config.actor(), config.instructions());
    tenant = config.tenant();
    enabled = config.enabled();
    boundaries = config.boundaries();
    limits = config.limits();
    caps = config.caps();
    routes = config.routes();
    schedules = config.schedules();
    subscriptions = config.subscriptions();
    approvals = config.approvals();
    fallback = config.fallback();
  }

  AgentConfig with(Consumer<AgentConfigParts> change) {
    change.accept(this);
    return config();
  }

  AgentConfig as(AgentId other, String otherActor) {
    agent = other;
    actor = otherActor;
    return config();
  }

  AgentConfig config() {
    return new AgentConfig(
        AgentConfig.VERSION,
        agent,
        tenant,
        enabled,
        actor,
        instructions,
        boundaries,
        limits,
        caps,
        routes,
        schedules,
        subscriptions,
        approvals,
        fallback);
  }

  /// In the order of its keys, so that a config's JSON is the same in every process.
  static <T> Map<String, T> sorted(@Nullable Map<String, T> map) {
    return map == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(map));
  }

  static void uniqueNames(List<Schedule> schedules) {
    Set<String> names = new HashSet<>();
    for (Schedule schedule : schedules) {
      if (!names.add(schedule.name())) {
        throw new InvalidValueException(
            "schedules", "schedules with different names", "'" + schedule.name() + "' twice");
      }
    }
  }
}
