package dev.playloop.kit.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.worker.Lab;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Cleanup;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A compacted topic as a table that follows it.
@NeedsInfra
final class FollowedTableTest {
  private static final AgentId ADA = new AgentId("test/ada");
  private static final AgentId BEA = new AgentId("test/bea");
  private static Lab lab;

  @BeforeAll
  static void startBroker(TestInfra infra) {
    lab = new Lab(infra);
  }

  @Test
  void holdsWhatTheTopicHeldAndFollowsIt() throws Exception {
    Lab.Bench bench = lab.bench(3);
    try {
      bench.send(ADA.value(), "old");
      bench.send(BEA.value(), "two");
      bench.send(ADA.value(), "one");
      bench.flush();
      try (FollowedTable<AgentId, String> table = FollowedTable.start(bench.kafka, topic(bench))) {
        assertThat(table.loaded()).isEqualTo(Map.of(ADA, "one", BEA, "two"));
        assertThat(table.problem()).isNull();

        bench.send(ADA.value(), null);
        bench.send(BEA.value(), "three");
        bench.flush();

        Await.until("the change", () -> table.values().equals(Map.of(BEA, "three")));
      }
    } finally {
      bench.close();
    }
  }

  @Test
  void aRecordThatCantBeReadChangesNothing() throws Exception {
    Lab.Bench bench = lab.bench(1);
    try {
      bench.send(ADA.value(), "one");
      bench.send("NO AGENT", "nothing");
      bench.send(BEA.value(), "two");
      bench.flush();
      try (FollowedTable<AgentId, String> table = FollowedTable.start(bench.kafka, topic(bench))) {
        assertThat(table.loaded()).isEqualTo(Map.of(ADA, "one", BEA, "two"));
      }
    } finally {
      bench.close();
    }
  }

  @Test
  void whoFollowsFromTheEndHearsOnlyWhatIsWrittenFromThenOn() throws Exception {
    Lab.Bench bench = lab.bench(3);
    try {
      bench.send(ADA.value(), "old");
      bench.flush();
      List<String> heard = new CopyOnWriteArrayList<>();
      try (TopicFollower follower =
          TopicFollower.startAtEnd(
              "new ones",
              TopicReading.of(bench.kafka, topic(bench)),
              record -> heard.add(new String(record.value(), StandardCharsets.UTF_8)))) {
        follower.awaitLoaded();
        bench.send(ADA.value(), "new");
        bench.flush();

        Await.until("the new one", () -> !heard.isEmpty());
        assertThat(heard).containsExactly("new");
      }
    } finally {
      bench.close();
    }
  }

  static Topic<AgentId, String> topic(Lab.Bench bench) {
    return Topic.of(bench.in.name(), new Topics("", 1).turns().key(), Serdes.String())
        .partitions(bench.in.partitions())
        .cleanup(Cleanup.COMPACT)
        .maxRecordBytes(bench.in.maxRecordBytes());
  }
}
