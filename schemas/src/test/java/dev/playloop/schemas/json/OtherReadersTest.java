package dev.playloop.schemas.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.Golden;
import dev.playloop.schemas.cloudevent.EventRecords;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.NpmFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Others read our document, make types of it, and write to our topics, as nobody here wrote them.
@Tag("slow")
class OtherReadersTest {
  private static final Path DOCUMENT =
      Path.of("src/main/resources/asyncapi/asyncapi.yaml").toAbsolutePath();

  /// How each language declares a type called `%s`.
  private static final Map<String, String> DECLARES =
      Map.of(
          "typescript", "export interface %s {",
          "csharp", "public partial class %s\n",
          "python", "class %s:",
          "go", "type %s struct {",
          "rust", "pub struct %s {");

  private static final Path TYPES = Path.of("../trigger-ingest/clients/types");

  @TempDir Path folder;

  @Test
  void theAsyncApiParserFindsNothingWrong() throws Exception {
    JsonNode read = said("read.mjs", DOCUMENT.toString());

    assertThat(read.path("wrong").values()).isEmpty();
    assertThat(read.path("version").asString()).isEqualTo("3.1.0");
    assertThat(read.path("channels").size()).isEqualTo(AsyncApi.topics().size());
    assertThat(read.path("payloads").values())
        .extracting(JsonNode::asString)
        .contains("Trigger", "WorldEvent", "AgentConfig");
  }

  @Test
  void quicktypeCallsTheTypesAsWeDo() throws Exception {
    JsonNode sources =
        said("types.mjs", DOCUMENT.toString(), "typescript", "csharp", "python", "go", "rust");

    DECLARES.forEach((language, declares) -> {
      String source = sources.path(language).asString();
      for (String type : List.of("Trigger", "TriggerSubject", "WorldEvent", "WorldEventChange")) {
        assertThat(source).as(language).contains(declares.formatted(type));
      }
    });
  }

  /// Of what a game sends, as the clients' languages have it: checked in beside them.
  @Test
  void theTypesOfTheClientsAreThoseOfTheSchemas() throws Exception {
    JsonNode sources = said("client-types.mjs", DOCUMENT.toString(), "Trigger", "WorldEvent");

    assertThat(sources.propertyNames())
        .contains("typescript/events.d.ts", "python/events.py", "csharp/Events.cs")
        .contains("java/Trigger.java", "java/WorldEvent.java");
    sources
        .properties()
        .forEach(
            source -> Golden.check(TYPES.resolve(source.getKey()), source.getValue().asString()));
  }

  /// What its SDK for JavaScript sends is the same event in both modes.
  @Test
  void theCloudEventsSdkIsUnderstoodInBothModes() throws Exception {
    Path events = folder.resolve("events.json");
    Files.writeString(
        events,
        """
        [{"id":"m-\u00e9","source":"/game","type":"chat.message","time":"2026-01-31T12:00:00.000Z",
          "partitionkey":"test/ada","datacontenttype":"application/json","more":true,
          "data":{"agent":"test/ada","text":"H\u00e9 \ud83d\ude00","data":{"n":[1,2.5]}}},
         {"id":"e-1","source":"/game","type":"dev.playloop.world-event","partitionkey":"map",
          "data":{"world":"test","scene":"map","version":7,
                  "change":{"type":"moved","entity":"bob","x":3,"y":4}}}]
        """);

    JsonNode sent = said("events.mjs", events.toString());

    Topics topics = new Topics("t.", 4);
    assertThat(sent.size()).isEqualTo(4);
    for (JsonNode message : List.of(sent.get(0), sent.get(1))) {
      EventRecords.Own own =
          EventRecords.trigger(topics.triggers(), headers(message), value(message));
      Trigger trigger = Json.read(Objects.requireNonNull(own).value(), Trigger.class);
      assertThat(trigger.id()).isEqualTo(TriggerId.ofCloudEvent("/game", "m-\u00e9"));
      assertThat(trigger.agent().value()).isEqualTo(message.path("key").asString());
      assertThat(trigger.text()).isEqualTo("H\u00e9 \ud83d\ude00");
      assertThat(trigger.at()).isEqualTo(Instant.parse("2026-01-31T12:00:00Z"));
      assertThat(trigger.data()).hasToString("{\"n\":[1,2.5]}");
    }
    for (JsonNode message : List.of(sent.get(2), sent.get(3))) {
      EventRecords.Own own =
          EventRecords.worldEvent(
              topics.worldEvents(), headers(message), value(message), Instant.EPOCH);
      WorldEvent event = Json.read(Objects.requireNonNull(own).value(), WorldEvent.class);
      assertThat(event.scene().value()).isEqualTo(message.path("key").asString());
      assertThat(event.change()).isEqualTo(WorldEvent.EntityMoved.to("bob", 3, 4));
    }
  }

  private static RecordHeaders headers(JsonNode message) {
    RecordHeaders headers = new RecordHeaders();
    for (Map.Entry<String, JsonNode> header : message.path("headers").properties()) {
      headers.add(header.getKey(), header.getValue().asString().getBytes(StandardCharsets.UTF_8));
    }
    return headers;
  }

  private static byte[] value(JsonNode message) {
    return message.path("value").asString().getBytes(StandardCharsets.UTF_8);
  }

  private static JsonNode said(String script, String... arguments)
      throws IOException, InterruptedException {
    byte[] line = NpmFolder.run(script, arguments).getBytes(StandardCharsets.UTF_8);
    return CheckedJson.of(line, Edge.WORKER).tree();
  }
}
