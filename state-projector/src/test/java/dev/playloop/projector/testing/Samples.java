package dev.playloop.projector.testing;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Boundary;
import dev.playloop.schemas.event.AgentConfig.Caps;
import dev.playloop.schemas.event.AgentConfig.Instructions;
import dev.playloop.schemas.event.AgentConfig.Subscription;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Records for tests.
public final class Samples {
  public static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  private Samples() {}

  public static AgentId agent(String name) {
    return AgentId.of(TestWorld.NAME, name);
  }

  public static AgentConfig config(String name, String actor, Subscription... subscriptions) {
    return new AgentConfig(
        AgentConfig.VERSION,
        agent(name),
        "default",
        true,
        actor,
        new Instructions("You are " + name + ".", "", List.of()),
        Map.of("*", new Boundary(List.of("*"))),
        Map.of(),
        new Caps(new java.math.BigDecimal("1"), new java.math.BigDecimal("10")),
        Map.of("*", route()),
        List.of(),
        List.of(subscriptions),
        List.of(),
        null);
  }

  public static Route route() {
    return new Route(
        "free",
        List.of(
            new Route.Candidate(
                "openai",
                Route.Wire.OPENAI,
                Route.Profile.TOOLS,
                "http://127.0.0.1:1",
                "fake",
                null,
                Route.Prices.FREE,
                128_000,
                2_000,
                64,
                null)));
  }

  public static Trigger trigger(String name, String id, String text) {
    return new Trigger(
        Trigger.VERSION, id, agent(name), "chat.message", START, null, text, null, null, null, 0);
  }

  public static WorldEvent put(String id, String scene, long version, String entity, int hp) {
    return event(
        id,
        scene,
        version,
        new WorldEvent.EntityPut(entity, "npc", Json.NODES.objectNode().put("hp", hp)));
  }

  public static WorldEvent happening(String id, String scene, String kind, String text) {
    return event(
        id,
        scene,
        1,
        new WorldEvent.Happening(kind, text, Json.NODES.objectNode().put("replyTo", "m-1")));
  }

  public static WorldEvent event(String id, String scene, long version, WorldEvent.Change change) {
    return new WorldEvent(
        WorldEvent.VERSION, id, TestWorld.NAME, new SceneId(scene), START, version, change);
  }
}
