package dev.playloop.schemas.json;

import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.schemas.topic.LetterHeaders;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The headers of the AsyncAPI document: what a reader finds in a record beside its value.
final class AsyncHeaders {
  private static final Map<String, String> JOURNAL =
      words(
          JournalHeaders.ENVELOPE,
          "the entry's envelope: JSON in UTF-8, whose bytes are hashed as they stand",
          JournalHeaders.SALT,
          "16 raw bytes, hashed with the value; gone where the payload was erased",
          JournalHeaders.KEY,
          "only where the value is sealed: the id of the key it is encrypted with");

  private static final Map<String, String> LETTERS =
      words(
          LetterHeaders.TOPIC,
          "where the record came from",
          LetterHeaders.PARTITION,
          "its partition there",
          LetterHeaders.OFFSET,
          "its offset there",
          LetterHeaders.CAUSE,
          "why it is here",
          LetterHeaders.STACK,
          "where it failed in the code, where that is a mistake of ours",
          LetterHeaders.ROLE,
          "which role put it here",
          LetterHeaders.AT,
          "when, as an ISO 8601 instant",
          LetterHeaders.INPUT,
          "what an output that could not be sent was the answer to",
          LetterHeaders.CUT,
          "the bytes are not all that came: how many those were, where that is known",
          LetterHeaders.DROPPED,
          "of a trigger: why the loop dropped it, where no journal tells");

  /// What must be there in every record of the topic.
  private static final Map<String, List<String>> ALWAYS =
      Map.of("journal", List.of(JournalHeaders.ENVELOPE));

  private AsyncHeaders() {}

  /// The headers of a topic's records as a schema; null where it has none of its own.
  static @Nullable ObjectNode of(String topic) {
    Map<String, String> words =
        switch (topic) {
          case "journal" -> JOURNAL;
          case "dead-letters" -> LETTERS;
          default -> Map.of();
        };
    if (words.isEmpty()) {
      return null;
    }
    ObjectNode schema = Json.NODES.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    words.forEach(
        (name, word) -> properties.putObject(name).put("type", "string").put("description", word));
    List<String> always = ALWAYS.getOrDefault(topic, List.of());
    if (!always.isEmpty()) {
      always.forEach(schema.putArray("required")::add);
    }
    return schema;
  }

  private static Map<String, String> words(String... pairs) {
    Map<String, String> words = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      words.put(pairs[i], pairs[i + 1]);
    }
    return words;
  }
}
