package dev.playloop.launcher.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.AuditQuestion;
import dev.playloop.audit.checkpoint.CheckpointFiles;
import dev.playloop.audit.checkpoint.CheckpointVerifier;
import dev.playloop.audit.checkpoint.SignedCheckpoint;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Exporting;
import dev.playloop.audit.evidence.Verifying;
import dev.playloop.audit.log.TopicJournal;
import dev.playloop.audit.log.TopicKeys;
import dev.playloop.audit.subject.SubjectData;
import dev.playloop.audit.subject.SubjectLine;
import dev.playloop.audit.subject.SubjectLine.What;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.OutputFile;
import dev.playloop.launcher.Working;
import dev.playloop.launcher.example.Play;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One player is erased from a whole system that runs; another one and the proof stay.
@EmbeddedOnly("it is about what the folder of the embedded servers keeps")
class ErasureTest {
  private static final String ZED = "zéd-42";
  private static final String ZEDS = "word-of-zed-5b1e77";
  private static final String JOES = "word-of-joe-0c9d12";
  private static final String MASTER = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

  @TempDir private Path dir;

  @Test
  void whatOnePlayerSaidIsNowhereAndTheChainStillProvesTheRest() throws Exception {
    SigningKey key = SigningKey.generate();
    Path copies = dir.resolve("checkpoints.jsonl");
    Path trusted = Files.writeString(dir.resolve("key.pub"), key.trusted().pem());
    Map<String, String> environment =
        Map.of(
            "PLAYLOOP_SUBJECT_MASTER_KEY",
            "file:" + Files.writeString(dir.resolve("master"), MASTER),
            "PLAYLOOP_CHECKPOINT_KEY",
            "file:" + Files.writeString(dir.resolve("key"), key.pem()),
            "PLAYLOOP_CHECKPOINT_INTERVAL",
            "200ms",
            "PLAYLOOP_CHECKPOINT_COPY",
            "file:" + copies);
    try (LocalSystem system = LocalSystem.start(Working.options(environment))) {
      prepare(system);
      play(system, line("z-1", ZED, ZEDS), line("j-1", "joe", JOES));
      deadLetters(system.kafka());
      assertThat(where(system.kafka(), ZEDS)).contains("turns", "triggers", "dead-letters");
      assertThat(where(system.kafka(), ZEDS)).doesNotContain("journal");
      assertThat(plainJournal(system)).contains(ZEDS).contains(JOES);

      toldToWhoAsks(system);

      forget(system, "forgotten by 1 agents: society/cal");
      assertThat(where(system.kafka(), "letter-of-joe")).containsExactly("dead-letters");
      assertThat(plainJournal(system)).doesNotContain(ZEDS).contains(JOES);

      deadLetters(system.kafka());
      forget(system, "nothing is sealed for 'zéd-42'");

      play(system, line("j-2", "joe", "again"));
      verify(system, copies, trusted);
    }
  }

  /// What a player gets who asks for their data: all of their own, and nothing of another's.
  private static void toldToWhoAsks(LocalSystem system) {
    List<SubjectLine> lines = new ArrayList<>();
    try (TopicKeys keys = system.keys();
        Evidence evidence = Evidence.ofCluster(system.kafka())) {
      SubjectData zed = new SubjectData(ZED, keys, lines::add);
      evidence.journal().read(zed);
      assertThat(zed.counts().get(SubjectLine.What.UNREADABLE)).isNull();
    }
    assertThat(lines).extracting(SubjectLine::what).contains(What.SAID, What.ANSWERED);
    assertThat(lines.toString()).contains(ZEDS).doesNotContain(JOES).doesNotContain("costUsd");

    List<SubjectLine> sealed = new ArrayList<>();
    try (Evidence evidence = Evidence.ofCluster(system.kafka())) {
      SubjectData zed = new SubjectData(ZED, KeyRing.NONE, sealed::add);
      evidence.journal().read(zed);
      assertThat(zed.counts().get(SubjectLine.What.UNREADABLE)).isPositive();
    }
    assertThat(sealed).isEmpty();
  }

  private static void forget(LocalSystem system, String expected) throws InterruptedException {
    assertThat(Working.forget(system, ZED)).contains(expected);
    assertThat(where(system.kafka(), ZEDS))
        .as("documented: until Kafka compacts the loop's own store")
        .isSubsetOf("loop-agents-changelog");
  }

  private static void prepare(LocalSystem system) throws InterruptedException {
    system.sql().orElseThrow().seed(Working.fixtures());
    try (Publisher publisher = Publisher.open(system.kafka())) {
      publisher.apply(Working.cal(system));
    }
  }

  private static void play(LocalSystem system, TriggerLine... lines) throws InterruptedException {
    try (TopicKeys keys = system.keys();
        Play play = Play.open(system.kafka(), system.worldNames(), keys, _ -> {})) {
      play.play(List.of(lines), Duration.ofSeconds(60));
    }
  }

  private static TriggerLine line(String id, String subject, String text) {
    return new TriggerLine(
        Trigger.of(id, Working.CAL, "schedule.work")
            .subject(new Trigger.Subject("player", subject))
            .text(text),
        null);
  }

  /// Records that can't be read, of each player, and of one as writers of ASCII name them.
  private static void deadLetters(KafkaSettings kafka) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            kafka.with(Map.of()), new ByteArraySerializer(), new ByteArraySerializer())) {
      for (String text :
          List.of(
              "{\"subject\":{\"id\":\"" + ZED + "\"},\"text\":\"" + ZEDS + "\"}",
              "{\"subject\":{\"id\":\"z\\u00e9d-42\"},\"text\":\"" + ZEDS + "\", ",
              "{\"subject\":{\"id\":\"joe\"},\"text\":\"letter-of-joe\"}")) {
        producer
            .send(
                new ProducerRecord<>(
                    kafka.topics().triggers().name(),
                    Working.CAL.value().getBytes(StandardCharsets.UTF_8),
                    text.getBytes(StandardCharsets.UTF_8)))
            .get();
      }
    }
    for (String text : List.of(ZEDS, "letter-of-joe")) {
      assertThat(Await.until(() -> where(kafka, text), found -> found.contains("dead-letters")))
          .contains("dead-letters");
    }
  }

  /// The names, without prefix, of all topics that hold `text`, internal ones too.
  private static Set<String> where(KafkaSettings kafka, String text) {
    TreeSet<String> found = new TreeSet<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            kafka.with(Map.of("max.partition.fetch.bytes", "5242880")),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> all = new ArrayList<>();
      consumer
          .listTopics()
          .forEach((name, partitions) -> {
            if (name.startsWith(kafka.topics().prefix())) {
              partitions.forEach(one -> all.add(new TopicPartition(name, one.partition())));
            }
          });
      TopicReader.over(consumer, all)
          .readToEnd(record -> {
            boolean holds =
                (record.key() != null && holds(record.key(), text))
                    || (record.value() != null && holds(record.value(), text));
            if (holds) {
              found.add(record.topic().substring(kafka.topics().prefix().length()));
            }
          });
    }
    return found;
  }

  private static boolean holds(byte[] bytes, String text) {
    return new String(bytes, StandardCharsets.UTF_8).contains(text);
  }

  /// All payloads that can be opened.
  private static String plainJournal(LocalSystem system) {
    StringBuilder plain = new StringBuilder();
    Topic<?, ?> journal = system.kafka().topics().journal();
    try (TopicKeys keys = system.keys();
        TopicJournal all = TopicJournal.open(system.kafka(), journal)) {
      all.read(record -> {
        byte[] body = dev.playloop.journal.JournalReader.read(record.entry(), keys).bodyJson();
        plain.append(body == null ? "" : new String(body, StandardCharsets.UTF_8));
      });
    }
    return plain.toString();
  }

  private void verify(LocalSystem system, Path copies, Path trusted) throws IOException {
    long before = Files.readAllLines(copies).size();
    Await.until(() -> lines(copies), lines -> lines > before);
    List<SignedCheckpoint> kept = CheckpointFiles.read(List.of(copies), List.of(trusted));
    assertThat(kept).hasSizeGreaterThan(1);
    StringWriter said = new StringWriter();
    Path export = dir.resolve("export.jsonl");
    try (TopicKeys keys = system.keys();
        Evidence evidence = Evidence.ofCluster(system.kafka())) {
      assertThat(keys.all()).noneMatch(one -> ZED.equals(one.subject()));
      assertThat(
              new VerifiedText(new PrintWriter(said))
                  .tell(
                      new Verifying(ThisBuild.fold(Map.of()), AuditQuestion.ALL)
                          .against(kept)
                          .of(evidence)))
          .as(said.toString())
          .isTrue();
      CheckpointVerifier verifier = new CheckpointVerifier(kept, evidence.journal().extents());
      evidence.journal().read(verifier);
      assertThat(verifier.finish().compared()).isEqualTo(Math.min(100, kept.size()));
      Exporting exporting = new Exporting(ThisBuild.fold(Map.of()), system.kafka());
      OutputFile.fresh(export).write(to -> exporting.export(evidence.journal(), to));
    }
    assertThat(Files.readString(export)).doesNotContain(ZEDS);
    try (Evidence file = Evidence.ofFile(export)) {
      assertThat(
              new VerifiedText(new PrintWriter(said))
                  .tell(new Verifying(ThisBuild.fold(Map.of()), AuditQuestion.ALL).of(file)))
          .as(said.toString())
          .isTrue();
    }
  }

  private static long lines(Path file) {
    try {
      return Files.readAllLines(file).size();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
