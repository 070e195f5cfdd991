package dev.playloop.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Settings in, the properties of a Kafka client out.
final class KafkaSettingsTest {
  @TempDir Path dir;

  @Test
  void plainClientPropertiesOfTheFileReachKafka() throws IOException {
    Path file = Files.writeString(dir.resolve("a.properties"), "security.protocol=SASL_SSL\n");

    assertThat(kafka(Map.of(), file).client())
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("bootstrap.servers", "127.0.0.1:9092");
  }

  @Test
  void theSettingWinsOverTheFilesBrokersAndTheFileOverTheDefault() throws IOException {
    Path file = Files.writeString(dir.resolve("a.properties"), "bootstrap.servers=file:1\n");

    assertThat(kafka(Map.of(), file).client()).containsEntry("bootstrap.servers", "file:1");
    assertThat(kafka(Map.of("PLAYLOOP_BOOTSTRAP", "told:2"), file).client())
        .containsEntry("bootstrap.servers", "told:2");
  }

  private static KafkaSettings kafka(Map<String, String> environment, Path file) {
    return KafkaSettings.from(Settings.read(KitSettings.keys(), environment, file));
  }
}
