package dev.playloop.operator;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The halts as the topic `halts` has them now.
final class HaltRegister {
  private static final Logger LOG = LoggerFactory.getLogger(HaltRegister.class);

  private static final Duration ASK = Duration.ofSeconds(15);

  private HaltRegister() {}

  /// Reads the topic to its end; a record that can't be read counts as no halt.
  static Map<HaltScope, Halt> read(KafkaSettings kafka) {
    Map<HaltScope, Halt> halts = new TreeMap<>(Comparator.comparing(HaltScope::value));
    try (TopicReader reader =
        TopicReading.of(kafka, kafka.topics().halts()).prompt().asking(ASK).fromBeginning()) {
      reader.readToEnd(record -> {
        try {
          HaltScope scope = new HaltScope(new String(record.key(), StandardCharsets.UTF_8));
          if (record.value() == null) {
            halts.remove(scope);
          } else {
            halts.put(scope, Json.read(record.value(), Halt.class));
          }
        } catch (InvalidValueException e) {
          LOG.warn("a halt's record can't be read and counts as no halt: {}", e.getMessage());
        }
      });
    }
    return halts;
  }
}
