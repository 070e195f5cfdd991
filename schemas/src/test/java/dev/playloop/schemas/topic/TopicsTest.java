package dev.playloop.schemas.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TopicsTest {
  private static final Topics TOPICS = new Topics("test.", 4);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          agents          | compact        | -1         | 65536
          triggers        | delete         | 604800000  | 65536
          controls        | delete         | 604800000  | 327680
          approvals       | compact        | -1         | 98304
          principals      | compact        | -1         | 8192
          halts           | compact        | -1         | 4096
          worlds          | compact        | -1         | 262144
          world-events    | delete         | 604800000  | 16384
          views           | compact        | -1         | 32768
          view-needs      | delete         | 3600000    | 1024
          actor-scenes    | compact        | -1         | 4096
          turns           | compact,delete | 86400000   | 4194304
          decisions       | delete         | 604800000  | 262144
          results         | delete         | 604800000  | 65536
          journal         | delete         | -1         | 1048576
          checkpoints     | delete         | -1         | 262144
          subject-keys    | compact        | -1         | 4096
          sources         | compact        | -1         | 16384
          source-cursors  | compact        | -1         | 16384
          dead-letters    | delete         | 2592000000 | 4194304
          actions.society | delete         | 604800000  | 262144
          ledger.society  | compact,delete | 1209600000 | 163840
          """)
  void everyTopicIsKeptAndBoundedAsDesigned(
      String name, String policy, String retention, int size) {
    Topic<?, ?> topic =
        TOPICS.all(List.of("society")).stream()
            .filter(t -> t.name().equals("test." + name))
            .findFirst()
            .orElseThrow();

    assertThat(topic.partitions()).isEqualTo(4);
    assertThat(topic.maxRecordBytes()).isEqualTo(size);
    assertThat(topic.config())
        .containsEntry("cleanup.policy", policy)
        .containsEntry("retention.ms", retention)
        .containsEntry("message.timestamp.type", "LogAppendTime")
        .containsEntry("max.message.bytes", String.valueOf(size + Topic.OVERHEAD_BYTES));
  }

  @Test
  void theCatalogueHoldsNothingElse() {
    assertThat(TOPICS.all(List.of("society", "kernel")))
        .hasSize(24)
        .extracting(Topic::name)
        .doesNotHaveDuplicates();
  }

  @Test
  void turnsAreCompressed() {
    assertThat(TOPICS.turns().config()).containsEntry("compression.type", "zstd");
  }

  @Test
  void keysAreRawTextAndNullIsATombstone() {
    Topic<AgentId, AgentConfig> agents = TOPICS.agents();
    byte[] key = agents.key().serializer().serialize(agents.name(), new AgentId("society/ada"));

    assertThat(new String(key, StandardCharsets.UTF_8)).isEqualTo("society/ada");
    assertThat(agents.key().deserializer().deserialize(agents.name(), key).world())
        .isEqualTo("society");
    assertThat(agents.value().serializer().serialize(agents.name(), null)).isNull();
    assertThat(agents.value().deserializer().deserialize(agents.name(), null)).isNull();
  }
}
