package dev.playloop.audit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Entry;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.JournalWriter;
import dev.playloop.journal.Live;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.OwnedSource.Polled;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.StateJson;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import dev.playloop.testkit.TurnedClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The auditor on a real broker.
@NeedsInfra
class AuditorTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Instant START = Instant.parse("2026-11-22T00:00:00Z");

  private static final Duration OFTEN = Duration.ofMillis(100);

  private static final SigningKey KEY = SigningKey.generate();

  private static String broker;

  @TempDir private Path dir;

  private final Map<AgentId, ChainHead> heads = new HashMap<>();

  @BeforeAll
  static void startBroker(TestInfra infra) {
    broker = infra.bootstrapServers();
  }

  @Test
  void checkpointsFollowEachOtherAcrossOwnersAndAreCopied() throws Exception {
    KafkaSettings kafka = system("seal.");
    Path copy = dir.resolve("copy.jsonl");
    SealSettings settings = new SealSettings(KEY, OFTEN, "file:" + copy);
    append(kafka, 3);
    try (CommittedCheckpoints reader = new CommittedCheckpoints(kafka, KEY.trusted())) {
      try (Auditor first = new AuditorRole(settings).start(RoleContext.of(kafka))) {
        assertThat(first.awaitReady(PATIENCE)).isTrue();
        Await.until("no problem is told", () -> first.problem() == null);
        assertThat(first.isAlive()).isTrue();
        reader.awaitAgents(3);
        append(kafka, 5);
        reader.awaitAgents(5);
        Await.until("all are copied", () -> lines(copy).size() == reader.all.size());
      }
      append(kafka, 7);
      try (Auditor second = new AuditorRole(settings).start(RoleContext.of(kafka));
          Auditor third = new AuditorRole(settings).start(RoleContext.of(kafka))) {
        assertThat(second.awaitReady(PATIENCE) && third.awaitReady(PATIENCE)).isTrue();
        reader.awaitAgents(7);
        Await.until("all are copied", () -> lines(copy).size() == reader.all.size());
      }

      String before = SignedCheckpoint.NOTHING;
      for (int i = 0; i < reader.all.size(); i++) {
        SignedCheckpoint one =
            SignedCheckpoint.check(reader.all.get(i), List.of(KEY.trusted()), "checkpoint " + i);
        assertThat(one.body().number()).isEqualTo(i);
        assertThat(one.body().previous()).isEqualTo(before);
        assertThat(SignedCheckpoint.read(lines(copy).get(i), List.of(KEY.trusted()), "copy"))
            .isEqualTo(one);
        before = one.hash();
      }
      assertThat(reader.last().root()).isEqualTo(dev.playloop.audit.Heads.of(heads).root());
      assertThat(reader.last().offsets().stream().mapToLong(Long::longValue).sum()).isEqualTo(15);
    }
  }

  @Test
  void aJournalThatIsNotWhatWasSignedIsNotSignedOn() throws Exception {
    KafkaSettings kafka = system("refuse.");
    append(kafka, 4);
    @Nullable String cursor;
    try (CheckpointSource source = source(kafka, null)) {
      Polled polled = source.poll(null);
      assertThat(polled.outputs()).hasSize(1);
      cursor = polled.cursor();
    }
    try (CheckpointSource again = source(kafka, null)) {
      assertThat(again.poll(cursor).outputs()).as("nothing new, nothing to sign").isEmpty();
    }
    try (Admin admin = Admin.create(kafka.with(Map.of()))) {
      TopicPartition partition = new TopicPartition(kafka.topics().journal().name(), 0);
      admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(-1))).all().get();
    }
    try (CheckpointSource again = source(kafka, null)) {
      assertThatThrownBy(() -> again.poll(cursor))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("not what checkpoint 0 signed");
      assertThat(again.problem()).contains("no checkpoint is signed", "not what checkpoint 0");
      assertThat(again.faults()).isEqualTo(1);
    }
  }

  @Test
  void whatCannotBeCopiedNowIsCopiedLater() throws Exception {
    KafkaSettings kafka = system("copies.");
    BlockingQueue<String> posted = new LinkedBlockingQueue<>();
    var server =
        com.sun.net.httpserver.HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    int[] refusals = {1};
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          boolean refused = refusals[0]-- > 0;
          if (!refused) {
            posted.add(body);
          }
          exchange.sendResponseHeaders(refused ? 503 : 204, -1);
          exchange.close();
        });
    server.start();
    String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/checkpoints";
    try (CheckpointSource source = source(kafka, address)) {
      append(kafka, 1);
      String first = Objects.requireNonNull(source.poll(null).cursor());
      assertThat(source.poll(first).outputs()).isEmpty();
      assertThat(posted).isEmpty();
      append(kafka, 2);
      String second = Objects.requireNonNull(source.poll(first).cursor());
      source.poll(second);

      assertThat(posted.poll(30, TimeUnit.SECONDS)).contains(escaped(first));
      assertThat(posted.poll(30, TimeUnit.SECONDS)).contains(escaped(second));
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aCopyNeverSignsACheckpoint() throws Exception {
    KafkaSettings kafka = system("clocks.");
    Path copy = dir.resolve("clocks.jsonl");
    TurnedClock clock = TurnedClock.at(START);
    try (CheckpointSource source =
        new CheckpointSource(kafka, KEY, Duration.ofMinutes(5), Copies.to("file:" + copy), clock)) {
      append(kafka, 1);
      assertThat(source.age()).as("it has not looked yet").isNull();
      Polled signed = source.poll(null);
      String first = Objects.requireNonNull(signed.cursor());
      assertThat(signed.nextPollAfter()).as("its copy is made at once").isZero();
      append(kafka, 2);

      clock.turn(Duration.ofSeconds(10));
      Polled copied = source.poll(first);
      assertThat(lines(copy)).hasSize(1);
      assertThat(copied.outputs()).as("not signed before its time").isEmpty();
      assertThat(copied.nextPollAfter()).isEqualTo(Duration.ofSeconds(290));
      assertThat(source.age()).isEqualTo(Duration.ofSeconds(10));

      clock.turn(Duration.ofSeconds(290));
      String second = Objects.requireNonNull(source.poll(first).cursor());
      assertThat(source.age()).as("what is not committed counts for nothing").hasMinutes(5);
      source.poll(second);
      assertThat(source.age()).isZero();

      clock.turn(Duration.ofMinutes(5));
      assertThat(source.poll(second).outputs()).as("nothing new, nothing to sign").isEmpty();
      assertThat(source.age()).as("nothing is unsigned").isZero();
      assertThat(source.faults()).isZero();
    }
  }

  @Test
  void withoutAKeyTheErrorSaysHowToMakeOne() {
    KafkaSettings kafka = KafkaSettings.of(broker, new Topics("none.", 2));

    assertThatThrownBy(() ->
            new AuditorRole(new SealSettings(null, OFTEN, null))
                .start(RoleContext.of(kafka))
                .close())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("PLAYLOOP_CHECKPOINT_KEY")
        .hasMessageContaining("keygen");
  }

  private static String escaped(String body) {
    return body.replace("\"", "\\\"");
  }

  private static CheckpointSource source(KafkaSettings kafka, @Nullable String copy) {
    return new CheckpointSource(
        kafka, KEY, OFTEN, Copies.to(copy), TurnedClock.at(START).stepping(OFTEN));
  }

  private static KafkaSettings system(String prefix) throws InterruptedException {
    Topics topics = new Topics(prefix, 2);
    KafkaSettings kafka = KafkaSettings.of(broker, topics);
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(topics.all(List.of("test")), PATIENCE);
    }
    return kafka;
  }

  /// One entry more for each of the first `agents` agents.
  private void append(KafkaSettings kafka, int agents) {
    JournalWriter writer = new JournalWriter(1_000_000, () -> new byte[16]);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            kafka.with(Map.of()), new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int i = 0; i < agents; i++) {
        AgentId agent = new AgentId("test/a" + i);
        JournalWriter.Written entry =
            writer.write(
                heads.getOrDefault(agent, ChainHead.START),
                Entry.snapshot(
                    Live.empty(agent),
                    StateJson.of(AgentState.empty(agent), StateJson.Parts.NONE),
                    0),
                new FoldRelease(1, Sha256.hex("")));
        heads.put(agent, entry.next());
        ProducerRecord<byte[], byte[]> record =
            new ProducerRecord<>(
                kafka.topics().journal().name(),
                agent.value().getBytes(StandardCharsets.UTF_8),
                entry.entry().value());
        JournalHeaders.write(entry.entry(), record.headers());
        var _ = producer.send(record);
      }
    }
  }

  private static List<String> lines(Path file) {
    try {
      // The last one may be copied twice when its writer changes.
      return Files.exists(file) ? Files.readAllLines(file).stream().distinct().toList() : List.of();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
