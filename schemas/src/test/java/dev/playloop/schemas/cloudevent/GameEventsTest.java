package dev.playloop.schemas.cloudevent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.json.Json;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What a game says of a trigger reaches the loop whole.
class GameEventsTest {
  private static final String DATA =
      """
      {"agent": "test/ada", "subject": {"type": "user", "id": "mia"}, "text": "Hi", "data": {"x": 1},
       "replyTo": "m-1", "priority": 7, "hops": 3, "worldVersion": 41}
      """;

  /// What the event's attributes say, and the schema's version.
  private static final Set<String> ATTRIBUTES = Set.of("v", "id", "kind", "at");

  @Test
  void everyFieldOfATriggerComesThrough() {
    JsonNode data = Json.tree(DATA);
    CloudEvent event =
        CloudEvent.of(
            Map.of("specversion", "1.0", "id", "1", "source", "/game", "type", "chat.message"),
            data);

    JsonNode trigger = Json.tree(Json.text(GameEvents.trigger(event, null)));

    Set<String> fields = new TreeSet<>();
    Stream.of(Trigger.class.getRecordComponents()).forEach(each -> fields.add(each.getName()));
    fields.removeAll(ATTRIBUTES);
    for (String field : fields) {
      assertThat(data.has(field)).as("'%s' is in this test's data", field).isTrue();
      assertThat(trigger.get(field)).as(field).isEqualTo(data.get(field));
    }
  }
}
