package dev.playloop.launcher;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.Clients;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalKafkaTest {
  private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX, 1);
  private static final CloseOptions AT_ONCE = CloseOptions.timeout(Duration.ZERO);

  /// A member that says nothing more, but whose session goes on, as after a crash, would keep the
  /// partition for minutes from one of another name.
  @Test
  void whoStartsAgainTakesTheDeadOnesPlaceAtOnce(@TempDir Path dir) throws Exception {
    try (LocalKafka kafka = LocalKafka.embedded(dir, TOPICS)) {
      try (TopicAdmin admin = TopicAdmin.connect(kafka.administrator())) {
        admin.create(List.of(TOPICS.turns()), Duration.ofSeconds(60));
      }
      Consumer<byte[], byte[]> dead = member(kafka.as(AccessRights.REASONER));
      Consumer<byte[], byte[]> next = member(kafka.as(AccessRights.REASONER));
      try {
        Await.until("it has the partition", () -> has(dead));

        Await.until("its successor has it", () -> has(next));
      } finally {
        next.close(AT_ONCE);
        dead.close(AT_ONCE);
      }
    }
  }

  private static Consumer<byte[], byte[]> member(KafkaSettings kafka) {
    Topic<AgentId, Turn> turns = TOPICS.turns();
    Consumer<byte[], byte[]> member =
        Clients.member(kafka, Topics.DEFAULT_PREFIX + "reasoner", turns);
    member.subscribe(List.of(turns.name()));
    return member;
  }

  private static boolean has(Consumer<byte[], byte[]> member) {
    var _ = member.poll(Duration.ofMillis(50));
    return !member.assignment().isEmpty();
  }
}
