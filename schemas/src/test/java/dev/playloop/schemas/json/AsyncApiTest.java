package dev.playloop.schemas.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.Golden;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.schemas.topic.JsonSerde;
import dev.playloop.schemas.topic.LetterHeaders;
import dev.playloop.schemas.topic.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The committed document against the topic catalogue, read as its users read it.
final class AsyncApiTest {
  private static final Path FILE = Path.of("src/main/resources/asyncapi/asyncapi.yaml");
  private static JsonNode document;

  @BeforeAll
  static void read() throws Exception {
    Golden.check(FILE, new YAMLMapper().writeValueAsString(AsyncApi.document()));
    document = new YAMLMapper().readTree(Files.readString(FILE));
  }

  @Test
  void everyTopicStandsInItOnce() {
    assertThat(document.path("asyncapi").asString()).isEqualTo("3.1.0");
    assertThat(document.path("channels").values())
        .extracting(channel -> channel.path("address").asString())
        .containsExactlyInAnyOrderElementsOf(AsyncApi.topics().stream().map(Topic::name).toList());
  }

  @Test
  void sizesAndCleanupAreTheCatalogues() {
    for (Topic<?, ?> topic : AsyncApi.topics()) {
      JsonNode kafka = channel(topic).path("bindings").path("kafka");

      assertThat(kafka.path("topicConfiguration").path("max.message.bytes").asInt())
          .isEqualTo(topic.maxRecordBytes() + Topic.OVERHEAD_BYTES);
      assertThat(kafka.path("topicConfiguration").path("cleanup.policy").values())
          .extracting(JsonNode::asString)
          .containsExactly(topic.cleanup().policy().split(","));
      assertThat(channel(topic).path("x-key").asString()).isNotBlank();
    }
  }

  @Test
  void everyMessageHasItsSchemaByItsTypesName() {
    for (Topic<?, ?> topic : AsyncApi.topics()) {
      JsonNode message = only(channel(topic).path("messages"));
      String reference = message.path("$ref").asString();
      String id = reference.substring(reference.lastIndexOf('/') + 1);
      String payload =
          document
              .path("components")
              .path("messages")
              .path(id)
              .path("payload")
              .path("$ref")
              .asString("");

      if (topic.value() instanceof JsonSerde<?> serde) {
        String type = serde.type().getName().replaceFirst(".*\\.", "").replace("$", "");
        assertThat(payload).isEqualTo("#/components/schemas/" + type);
      } else {
        assertThat(payload).isEmpty();
      }
    }
  }

  /// Whoever generates code has this one file.
  @Test
  void everyReferenceLeadsToAPlaceInTheDocument() {
    List<String> references = document.findValuesAsString("$ref");

    assertThat(references)
        .hasSizeGreaterThan(100)
        .allSatisfy(reference -> {
          assertThat(reference).startsWith("#/");
          assertThat(document.at(reference.substring(1)).isMissingNode()).as(reference).isFalse();
        });
  }

  @Test
  void everySchemaIsCalledAsItsTypeAndHasItsFilesFields() {
    for (Map.Entry<String, JsonNode> schema : document.at("/components/schemas").properties()) {
      assertThat(schema.getValue().path("title").asString()).isEqualTo(schema.getKey());
      assertThat(schema.getKey()).matches("[A-Z][A-Za-z]+");
    }
    assertThat(document.at("/components/schemas/Trigger/properties").propertyNames())
        .isEqualTo(SchemaFiles.of("trigger").at("/$defs/Trigger/properties").propertyNames());
    assertThat(document.at("/components/schemas/Trigger/properties/subject/$ref").asString())
        .isEqualTo("#/components/schemas/TriggerSubject");
  }

  @Test
  void variantsHaveNamesOfTheirOwn() {
    assertThat(document.at("/components/schemas/WorldEventChange/oneOf").values())
        .extracting(variant -> variant.path("title").asString())
        .containsExactly(
            "WorldEventChangePut",
            "WorldEventChangeMoved",
            "WorldEventChangeRemoved",
            "WorldEventChangeActorMoved",
            "WorldEventChangeHappening");
  }

  @Test
  void theHeadersOfJournalAndLettersAreTheCodes() {
    assertThat(headers("journal"))
        .containsExactly(JournalHeaders.ENVELOPE, JournalHeaders.SALT, JournalHeaders.KEY);
    assertThat(headers("dead-letters")).containsExactlyInAnyOrderElementsOf(LetterHeaders.ALL);
    assertThat(
            document.at("/components/messages/journal/headers/required").values().stream()
                .map(JsonNode::asString))
        .containsExactly(JournalHeaders.ENVELOPE);
  }

  private static Collection<String> headers(String message) {
    return document.at("/components/messages/" + message + "/headers/properties").propertyNames();
  }

  @Test
  void aGameServerMaySendTriggersAndWorldEventsOnly() {
    assertThat(document.path("operations").values())
        .filteredOn(operation -> operation.path("action").asString().equals("send"))
        .extracting(operation -> operation.path("channel").path("$ref").asString())
        .containsExactlyInAnyOrder("#/channels/triggers", "#/channels/world-events");
    for (JsonNode operation : document.path("operations").values()) {
      String id = operation.path("channel").path("$ref").asString().replace("#/channels/", "");
      assertThat(document.path("channels").has(id)).as(id).isTrue();
    }
  }

  private static JsonNode channel(Topic<?, ?> topic) {
    return document.path("channels").values().stream()
        .filter(channel -> channel.path("address").asString().equals(topic.name()))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode only(JsonNode object) {
    assertThat(object.size()).isEqualTo(1);
    return object.values().iterator().next();
  }
}
