package dev.playloop.operator;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The agents as the topic `agents` has them now.
public final class AgentRegister {
  private static final Logger LOG = LoggerFactory.getLogger(AgentRegister.class);

  private static final Duration ASK = Duration.ofSeconds(15);

  private AgentRegister() {}

  /// Reads the topic to its end; a record that can't be read counts as no agent.
  public static Map<AgentId, AgentConfig> read(KafkaSettings kafka) {
    Map<AgentId, AgentConfig> agents = new TreeMap<>();
    try (TopicReader reader =
        TopicReading.of(kafka, kafka.topics().agents()).prompt().asking(ASK).fromBeginning()) {
      reader.readToEnd(record -> {
        try {
          AgentId id = new AgentId(new String(record.key(), StandardCharsets.UTF_8));
          if (record.value() == null) {
            agents.remove(id);
          } else {
            agents.put(id, Json.read(record.value(), AgentConfig.class));
          }
        } catch (InvalidValueException e) {
          LOG.warn("an agent's record can't be read and counts as no agent: {}", e.getMessage());
        }
      });
    }
    return agents;
  }
}
