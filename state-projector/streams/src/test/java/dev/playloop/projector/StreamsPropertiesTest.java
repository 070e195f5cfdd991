package dev.playloop.projector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StreamsPropertiesTest {
  private static final Topics TOPICS = new Topics("t.", 4);

  private static Properties of(@Nullable String instance) {
    KafkaSettings kafka =
        new KafkaSettings(
            Map.of("bootstrap.servers", "127.0.0.1:1", "sasl.mechanism", "PLAIN"),
            TOPICS,
            instance);
    return StreamsProperties.of(
        "t.loop", kafka, ProjectorSettings.local(Path.of("state")), TOPICS.all(List.of("test")));
  }

  @Test
  void streamsAcceptsThemAndTheMeasuredOnesReachItsClients() {
    StreamsConfig config = new StreamsConfig(of("pod-0"));

    Map<String, Object> producer = config.getProducerConfigs("p");
    assertThat(producer)
        .containsEntry("retry.backoff.ms", 2)
        .containsEntry("retry.backoff.max.ms", 5)
        .containsEntry("transaction.timeout.ms", 10_000)
        .containsEntry("linger.ms", 100L)
        .containsEntry("max.request.size", 4 * 1024 * 1024 + 64 * 1024)
        .containsEntry("sasl.mechanism", "PLAIN");
    Map<String, Object> consumer = config.getMainConsumerConfigs("t.loop", "c", 1);
    assertThat(consumer)
        .containsEntry("session.timeout.ms", 6_000)
        .containsEntry("heartbeat.interval.ms", 2_000)
        .containsEntry("isolation.level", "read_committed")
        .containsEntry("group.instance.id", "pod-0-1");
    assertThat(config.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG))
        .isEqualTo("exactly_once_v2");
    assertThat(config.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)).isEqualTo(100);
    assertThat(config.getInt(StreamsConfig.REPLICATION_FACTOR_CONFIG)).isEqualTo(-1);
    assertThat(config.getLong(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG))
        .as("agents do not wait for more to be read back")
        .isEqualTo(1_000);
    assertThat(config.getLong(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG))
        .as("who has caught up takes over within a minute")
        .isEqualTo(60_000);
    assertThat(config.getInt(StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG))
        .as("all copies are made at once")
        .isEqualTo(4);
  }

  @Test
  void withoutAnInstanceNameMembersAreDynamic() {
    assertThat(new StreamsConfig(of(null)).getMainConsumerConfigs("t.loop", "c", 1))
        .doesNotContainKey("group.instance.id");
  }

  @Test
  void wrongSettingsAreRefusedByName() {
    ProjectorSettings settings = ProjectorSettings.cluster(Path.of("state"));
    assertThat(settings.commitInterval()).isEqualTo(Duration.ofMillis(100));
    assertThatThrownBy(() -> settings.withThreads(0)).hasMessageContaining("threads");
  }
}
