package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.Guarantee;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.emulator.TestEmulator;
import dev.playloop.worlds.emulator.TestRom;
import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Tile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An executor of the emerald world as a process of its own, on the test game, dies or is stopped
/// in the midst of its presses, and another takes over. The game itself counts the presses; the
/// ledger and the results are read from the log.
@Guarantee
@NeedsInfra
class PressOnceTest {
  private static final AgentId SCOUT = AgentId.of("emerald", "scout");

  /// What a press leaves behind in the game: nothing but a count.
  private static final String TWENTY =
      "{\"buttons\":[" + "\"L\",\"R\",".repeat(9) + "\"L\",\"R\"]}";

  @TempDir private Path folder;
  private KafkaSettings kafka;
  private TestEmulator emulator;
  private TestRom rom;

  @BeforeEach
  void open(TestInfra infra) throws InterruptedException {
    String prefix = "press" + System.nanoTime() + ".";
    kafka = KafkaSettings.of(infra.bootstrapServers(), new Topics(prefix, 1));
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(kafka.topics().all(InstalledWorlds.groups()), Duration.ofSeconds(60));
    }
    emulator = TestEmulator.start();
    rom = TestRom.in(emulator);
    emulator.frames(TestRom.BOOT_FRAMES);
    rom.teleport(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);
    emulator.frames(30);
    assertThat(rom.pending()).isFalse();
  }

  @AfterEach
  void close() {
    emulator.close();
  }

  @ParameterizedTest
  @CsvSource({
    "executor.after-intent, FAILED, 0",
    "executor.after-act,    DONE,   2",
  })
  void whatACrashLeftInDoubtIsReadFromTheGameAndNeverPressedAgain(
      String point, Status expected, int presses) throws Exception {
    int before = rom.presses();
    Process dying = executor("-Dplayloop.failpoint=" + point + ":1");
    try {
      send("walk", "navigate", "{\"path\":[{\"x\":6,\"y\":10},{\"x\":6,\"y\":11}]}");
      assertThat(dying.waitFor(90, TimeUnit.SECONDS)).as(log()).isTrue();
      assertThat(dying.exitValue()).as(log()).isEqualTo(137);
    } finally {
      dying.destroyForcibly();
    }
    emulator.frames(120);
    assertThat(rom.presses() - before).isEqualTo(presses);

    try (RoleThread _ = RoleThread.start(folder, "executor", settings())) {
      List<ActionResult> results = results(1);
      assertThat(results).as("%s", results).hasSize(1);
      assertThat(results.getFirst().status()).as("%s", results).isEqualTo(expected);
    }

    emulator.frames(120);
    assertThat(rom.presses() - before).isEqualTo(presses);
    assertThat(ledger())
        .satisfiesExactly(
            intent -> assertThat(intent).isInstanceOf(LedgerEntry.Intent.class),
            outcome -> assertThat(outcome).isInstanceOf(LedgerEntry.Outcome.class));
  }

  /// Stopped as by a long pause of the machine, and taken over: when it goes on, it has no lease
  /// any more. The one press that it may have been about to make is the risk that the README names.
  @Test
  void anExecutorThatWasTakenOverPressesNoFurther() throws Exception {
    int before = rom.presses();
    // Twenty seconds for all of them: it is to be stopped in their midst.
    emulator.faults().slow("/mgba-http/button/hold", Integer.MAX_VALUE, Duration.ofSeconds(1));
    Process paused = executor();
    try {
      send("mash", "press_buttons", TWENTY);
      Await.until(() -> rom.presses() - before, presses -> presses >= 3);
      signal(paused, "-STOP");
      emulator.faults().none();
      emulator.frames(120);
      int pressed = rom.presses() - before;
      assertThat(pressed).isBetween(3, 19);

      try (RoleThread _ = RoleThread.start(folder, "executor", settings())) {
        assertThat(results(1)).extracting(ActionResult::status).containsExactly(Status.UNKNOWN);
        emulator.frames(120);
        assertThat(rom.presses() - before).as("the successor presses nothing").isEqualTo(pressed);

        signal(paused, "-CONT");
        Await.until(this::log, log -> log.contains("lost to another owner"));
        emulator.frames(120);
        assertThat(rom.presses() - before).isBetween(pressed, pressed + 1);
      }
      assertThat(results(1)).hasSize(1);
    } finally {
      paused.destroyForcibly();
    }
  }

  private Process executor(String... options) throws IOException {
    Properties all = new Properties();
    all.putAll(settings());
    Path config = folder.resolve("process.properties");
    RoleThread.write(config, all);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(
        List.of(Playloop.class.getName(), "worker", "executor", "--config", config.toString()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("process.log").toFile())
        .start();
  }

  private Map<String, String> settings() {
    return Map.of(
        "playloop.bootstrap",
        String.valueOf(kafka.client().get("bootstrap.servers")),
        "playloop.prefix",
        kafka.topics().prefix(),
        "playloop.partitions",
        "1",
        "playloop.emerald.emulators",
        "scout=" + emulator.address());
  }

  private static void signal(Process process, String signal) throws Exception {
    assertThat(new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor())
        .isZero();
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("process.log"));
    } catch (IOException e) {
      return "no log: " + e;
    }
  }

  private void send(String run, String tool, String args) throws Exception {
    Action action =
        Action.of(new ActionId(SCOUT + ":" + run + "#1.1"), SCOUT, "scout", tool, Json.tree(args))
            .lane(new Lane(SCOUT.value()))
            .effect(Effect.WRITE)
            .notAfter(Instant.now().plusSeconds(600));
    try (var producer =
        new KafkaProducer<>(
            kafka.with(Map.of()), new ByteArraySerializer(), new ByteArraySerializer())) {
      producer
          .send(
              new ProducerRecord<>(
                  kafka.topics().actions("emerald").name(),
                  SCOUT.value().getBytes(StandardCharsets.UTF_8),
                  Json.bytes(action)))
          .get(30, TimeUnit.SECONDS);
    }
  }

  private List<ActionResult> results(int count) {
    return read(kafka.topics().results(), count);
  }

  private List<LedgerEntry> ledger() {
    return read(kafka.topics().ledger("emerald"), 2);
  }

  /// What is committed on a topic, once there are `count`.
  private <V> List<V> read(Topic<?, V> topic, int count) {
    List<V> values = new ArrayList<>();
    try (TopicReader tail = TopicReading.of(kafka, topic).prompt().fromBeginning()) {
      Await.until(
          () -> {
            tail.poll(Duration.ofMillis(100))
                .forEach(record ->
                    values.add(
                        topic.value().deserializer().deserialize(topic.name(), record.value())));
            return values.size();
          },
          size -> size >= count);
    }
    return values;
  }
}
