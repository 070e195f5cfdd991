package dev.playloop.projector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Desk;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.JournalVerifier.Report;
import dev.playloop.journal.Refold;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole projector on a real broker, with a plain reasoner and executor.
@NeedsInfra
class ProjectorOnABrokerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Worlds WORLDS = Worlds.of(new TestWorld());
  private static final int AGENTS = 12;

  private static String broker;

  @TempDir Path dir;

  @BeforeAll
  static void startBroker(TestInfra infra) {
    broker = infra.bootstrapServers();
  }

  @Test
  void runsCloseOnceAndSurviveARestartWithoutTheLocalState() throws Exception {
    Fixture fixture = system("survive.");
    KafkaSettings kafka = fixture.kafka();
    try (JournalTail journal = new JournalTail(kafka)) {
      try (StateProjector first =
          ProjectorRole.of(Fixture.settings(dir.resolve("one")), WORLDS)
              .start(RoleContext.of(kafka))) {
        assertThat(first.awaitReady(PATIENCE)).isTrue();
        fixture.publish("m-1");
        assertThat(
                journal.await(() -> journal.count(LoopEvent.RunOpened.class) == AGENTS, PATIENCE))
            .isTrue();
        assertThat(journal.closed()).isEmpty();
      }
      // Another folder is a wiped one: the stores come back from their changelogs.
      try (StateProjector second =
              ProjectorRole.of(Fixture.settings(dir.resolve("two")), WORLDS)
                  .start(RoleContext.of(kafka));
          FakeWorkers workers = new FakeWorkers(kafka)) {
        assertThat(second.awaitReady(PATIENCE)).isTrue();
        assertThat(journal.await(() -> journal.closed().size() >= AGENTS, PATIENCE)).isTrue();
        fixture.publish("m-1");
        fixture.publish("m-2");
        assertThat(journal.await(() -> journal.closed().size() >= 2 * AGENTS, PATIENCE)).isTrue();
        assertThat(
                journal.await(
                    () -> journal.count(LoopEvent.TriggerDropped.class) >= AGENTS, PATIENCE))
            .isTrue();
        assertThat(workers).isNotNull();
      }
      journal.read(Duration.ofSeconds(1));

      assertThat(journal.closed()).hasSize(2 * AGENTS);
      assertThat(journal.closed()).extracting(LoopEvent.RunClosed::run).doesNotHaveDuplicates();
      assertThat(journal.closed())
          .allSatisfy(closed -> {
            assertThat(closed.outcome()).isEqualTo(RunOutcome.COMPLETED);
            assertThat(closed.turns()).isEqualTo(3);
            assertThat(closed.actions()).hasSize(2);
          });
      journal.entries.forEach((agent, entries) -> verify(agent.name(), entries));
    }
  }

  private static void verify(String name, List<dev.playloop.schemas.journal.JournalEntry> entries) {
    JournalVerifier verifier = new JournalVerifier(new Refold(Desk.of(LoopPolicy.DEFAULT, WORLDS)));
    Report report = verifier.verify(Samples.agent(name), entries, ChainHead.START, null);
    assertThat(report.findings()).as(name).isEmpty();
    assertThat(report.refolded()).as(name).isEqualTo(entries.size());
  }

  @Test
  void aWrongNumberOfPartitionsIsRefusedAtTheStart() throws Exception {
    system("count.");
    KafkaSettings wrong = KafkaSettings.of(broker, new Topics("count.", 3));

    assertThatThrownBy(() ->
            ProjectorRole.of(Fixture.settings(dir), WORLDS).start(RoleContext.of(wrong)).close())
        .isInstanceOf(TopicAdmin.MismatchException.class)
        .hasMessageContaining("3")
        .hasMessageContaining("2");
  }

  private static Fixture system(String prefix) throws InterruptedException {
    return Fixture.of(broker, prefix, 2, AGENTS);
  }
}
