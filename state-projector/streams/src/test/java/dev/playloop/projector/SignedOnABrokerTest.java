package dev.playloop.projector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.audit.AuditQuestion;
import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Exporting;
import dev.playloop.audit.evidence.Verifying;
import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.JournalReader;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.projector.proof.FollowedSigners;
import dev.playloop.projector.proof.Keyed;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.model.Worlds;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The projector and the topic of principals, on a real broker.
@NeedsInfra
class SignedOnABrokerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Worlds WORLDS = Worlds.of(new TestWorld());
  private static final FoldBuild BUILD = new FoldBuild(LoopPolicy.DEFAULT, WORLDS);
  private static final int KEYS = 8;

  private static String broker;

  @TempDir Path dir;

  @BeforeAll
  static void startBroker(TestInfra infra) {
    broker = infra.bootstrapServers();
  }

  @Test
  void whatAKeySignsAMomentAfterItWasAddedIsFoldedAndTheUnsignedOneBetweenIsNot() throws Exception {
    Fixture fixture = Fixture.of(broker, "signed.", 1, 1);
    KafkaSettings kafka = fixture.kafka();
    try (JournalTail journal = new JournalTail(kafka);
        StateProjector projector =
            ProjectorRole.of(Fixture.settings(dir), WORLDS).start(RoleContext.of(kafka))) {
      assertThat(projector.awaitReady(PATIENCE)).isTrue();
      for (int i = 0; i < KEYS; i++) {
        Keyed added = Keyed.signer();
        Control snapshot =
            new Control.Snapshot(Samples.agent("a0"), Author.of("kim"), Instant.now());
        fixture.write(kafka.topics().principals(), added.id(), added.principal());
        control(fixture, added.sign(snapshot));
        if (i == 0) {
          control(fixture, snapshot);
        }
      }

      assertThat(journal.await(() -> controlled(journal) == KEYS, PATIENCE)).isTrue();
      assertThat(letters(kafka)).hasSize(1);
      Await.until("nothing keeps it from its work", () -> projector.problem() == null);
    }
    assertThat(proved(Evidence.ofCluster(kafka), Evidence.TOPIC)).isEqualTo(KEYS);
    Path file = dir.resolve("export.jsonl");
    try (Evidence evidence = Evidence.ofCluster(kafka);
        OutputStream out = Files.newOutputStream(file)) {
      var _ = new Exporting(BUILD, kafka).export(evidence.journal(), out);
    }
    assertThat(proved(Evidence.ofFile(file), Evidence.EXPORT)).isEqualTo(KEYS);
  }

  /// How many controls are, where nothing differs.
  private static long proved(Evidence evidence, String principals) {
    try (evidence) {
      Verifying.Verified verified =
          new Verifying(BUILD, AuditQuestion.ALL)
              .signedBy(evidence.signers(principals))
              .of(evidence);
      assertThat(verified.differences()).as("%s", verified).isZero();
      return Objects.requireNonNull(verified.controls()).proved();
    }
  }

  @Test
  void aKeyIsKnownAsSoonAsItIsWritten() throws Exception {
    Fixture fixture = Fixture.of(broker, "keys.", 1, 0);
    try (FollowedSigners signers = FollowedSigners.start(fixture.kafka(), PATIENCE)) {
      assertThat(signers.apply("nobody's")).isNull();
      for (int i = 0; i < KEYS; i++) {
        Keyed added = Keyed.signer();
        fixture.write(fixture.kafka().topics().principals(), added.id(), added.principal());

        assertThat(signers.apply(added.id())).isEqualTo(added.principal());
      }
    }
  }

  @Test
  void whoeverAsksBeforeAnythingWasReadWaitsAndIsLetGoWhenItCloses() throws Exception {
    KafkaSettings away = KafkaSettings.of("127.0.0.1:1", new Topics("away.", 1));
    CompletableFuture<Object> asked;
    try (FollowedSigners signers = FollowedSigners.start(away)) {
      assertThat(signers.problem()).contains("principals");
      asked = CompletableFuture.supplyAsync(() -> String.valueOf(signers.apply("key")));
      assertThatThrownBy(() -> asked.get(500, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
    }

    assertThatThrownBy(() -> asked.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(KafkaException.class)
        .hasMessageContaining("closed before");
  }

  private static void control(Fixture fixture, Control control) {
    fixture.write(fixture.kafka().topics().controls(), control.agent().value(), control);
  }

  private static long controlled(JournalTail journal) {
    return journal.entries.values().stream()
        .flatMap(List::stream)
        .filter(entry -> JournalReader.read(entry).envelope().kind().equals("controlled"))
        .count();
  }

  private static List<String> letters(KafkaSettings kafka) {
    List<String> letters = new ArrayList<>();
    try (TopicReader reader =
        TopicReading.of(kafka, kafka.topics().deadLetters()).fromBeginning()) {
      reader.readToEnd((TopicReader.Each<RuntimeException>) record -> letters.add(record.topic()));
    }
    return letters;
  }
}
