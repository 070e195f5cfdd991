package dev.playloop.ingest.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What our schemas name the clients can say, and nothing else: the fixtures that say everything
/// are compared with the schemas, and each client with the fixtures. Whoever adds a field to a
/// trigger is reminded of the clients here.
class ClientSchemaTest {
  /// What the event around the data says.
  private static final Set<String> OF_THE_EVENT = Set.of("v", "id", "kind", "at");

  @Test
  void aTriggerHasAllParts() throws IOException {
    Set<String> parts = names(schema("trigger").path("Trigger").path("properties"));
    parts.removeAll(OF_THE_EVENT);

    assertThat(names(data("trigger-with-everything"))).isEqualTo(parts);
  }

  @Test
  void aWorldEventHasAllPartsAndEachChange() throws IOException {
    Set<String> parts = names(schema("world-event").path("WorldEvent").path("properties"));
    parts.removeAll(OF_THE_EVENT);
    JsonNode changes = schema("world-event").path("WorldEvent.Change").path("oneOf");

    assertThat(changes).hasSizeGreaterThan(4);
    for (JsonNode change : changes) {
      JsonNode properties = change.path("properties");
      JsonNode data = data(properties.path("type").path("const").asString());
      assertThat(names(data)).isEqualTo(parts);
      assertThat(names(data.path("change"))).isEqualTo(names(properties));
    }
  }

  private static JsonNode data(String fixture) {
    String body = Fixture.named(fixture).told().path("requests").path(0).path("body").asString();
    return Lines.read(body).path(0).path("data");
  }

  private static JsonNode schema(String name) throws IOException {
    try (var in =
        Objects.requireNonNull(
            ClientSchemaTest.class.getResourceAsStream("/schemas/" + name + ".schema.json"))) {
      return Lines.read(new String(in.readAllBytes(), StandardCharsets.UTF_8)).path("$defs");
    }
  }

  private static Set<String> names(JsonNode object) {
    Set<String> names = new TreeSet<>();
    object.properties().forEach(field -> names.add(field.getKey()));
    return names;
  }
}
