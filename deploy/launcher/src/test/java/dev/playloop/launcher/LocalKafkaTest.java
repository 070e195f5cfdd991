package dev.playloop.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.broker.Flush;
import dev.playloop.kit.Role;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.reasoner.ReasonerRole;
import dev.playloop.reasoner.ReasonerSettings;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalKafkaTest {
  private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX, 1);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /// Whoever died says nothing more, and its session goes on for a while: its successor has the
  /// same name, and so takes its place instead of standing beside it.
  @Test
  void whoStartsAgainTakesThePlaceOfTheOneBefore(@TempDir Path dir) throws Exception {
    try (LocalKafka kafka = LocalKafka.embedded(dir, TOPICS, Flush.BY_SYSTEM)) {
      try (TopicAdmin admin = TopicAdmin.connect(kafka.administrator())) {
        admin.create(TOPICS.all(InstalledWorlds.groups()), PATIENCE);
      }
      try (Role before = reasoner(kafka)) {
        assertThat(before.awaitReady(PATIENCE)).isTrue();
        try (Role next = reasoner(kafka)) {
          assertThat(next.awaitReady(PATIENCE)).isTrue();

          Await.until("the one before has no place any more", () -> !before.isAlive());
          assertThat(next.isAlive()).isTrue();
        }
      }
    }
  }

  private static Role reasoner(LocalKafka kafka) {
    return ReasonerRole.of(ReasonerSettings.standard(), InstalledWorlds.worlds())
        .start(RoleContext.of(kafka.as(AccessRights.REASONER)));
  }
}
