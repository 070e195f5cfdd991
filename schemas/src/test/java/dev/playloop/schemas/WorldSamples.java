package dev.playloop.schemas;

import dev.playloop.schemas.Samples.Sample;
import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.schemas.json.RawJson;
import dev.playloop.schemas.world.DeclaredTool;
import dev.playloop.schemas.world.DeclaredTool.SharedLane;
import dev.playloop.schemas.world.DeclaredToolBuilder;
import dev.playloop.schemas.world.Outlook;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.schemas.world.WorldDeclaration.Guard;
import dev.playloop.schemas.world.WorldDeclaration.Otherwise;
import dev.playloop.schemas.world.WorldDeclaration.Reach;
import dev.playloop.schemas.world.WorldDeclarationBuilder;
import dev.playloop.schemas.world.WorldRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// What may stand on the topic of worlds.
final class WorldSamples {
  private WorldSamples() {}

  static void all(Map<String, Sample> all) {
    all.put(
        "world-record.declaration", new Sample(WorldRecord.class, WorldRecord.of(declaration())));
    all.put(
        "world-record.pointer",
        new Sample(
            WorldRecord.class,
            WorldRecord.of(new WorldRecord.Pointer(Samples.HASH, Samples.AT, "kim", true))));
  }

  private static WorldDeclaration declaration() {
    DeclaredTool pour =
        DeclaredToolBuilder.builder()
            .name("pour")
            .description("Pour a drink for a guest.")
            .effect(DeclaredTool.Deed.WRITE)
            .arguments(
                new RawJson(
                    "{\"type\":\"object\",\"required\":[\"guest\"],\"properties\":"
                        + "{\"guest\":{\"type\":\"string\",\"maxLength\":40}}}"))
            .lane(new SharedLane(DeclaredTool.Sharing.ARGUMENT, "guest"))
            .limit(Duration.ofSeconds(20))
            .says("guest")
            .build();
    return WorldDeclarationBuilder.builder()
        .world("tavern")
        .tools(List.of(pour))
        .triggers(Map.of("guest.*", TriggerClass.CONVERSATION))
        .owesReply(List.of("guest.says"))
        .perspective(
            new Outlook(Outlook.See.ENTITIES, 800, List.of("guest", "table"), "taproom", null))
        .viewWait(Duration.ofSeconds(2))
        .group("heavy")
        .actions(Reach.posted("https://tavern.example/playloop"))
        .guard(new Guard("https://guard.example", Duration.ofMillis(300), Otherwise.ALLOW))
        .build();
  }
}
