package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.DeadLetter;
import dev.playloop.kit.topic.DeadLetters;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.loop.state.Standing;
import dev.playloop.operator.AgentStatus;
import dev.playloop.operator.Following;
import dev.playloop.operator.Letter;
import dev.playloop.operator.Position;
import dev.playloop.operator.Step;
import dev.playloop.operator.Told;
import dev.playloop.rehearsal.RehearsalServer;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands against a running cluster, and records that other clients send straight to it.
@NeedsInfra
class RunningClusterTest {
  @TempDir private static Path folder;

  private static RehearsalServer model;
  private static LocalSystem system;
  private static KafkaProducer<byte[], byte[]> outsider;
  private static Path config;

  @BeforeAll
  static void start(TestInfra infra) throws InterruptedException, IOException {
    model = RehearsalServer.start(Working.RULES);
    system = LocalSystem.start(Working.options(infra));
    system.sql().orElseThrow().seed(Working.fixtures());
    outsider =
        new KafkaProducer<>(
            system.kafka().with(Map.of()), new ByteArraySerializer(), new ByteArraySerializer());
    config = folder.resolve("cluster.properties");
    Files.writeString(
        config,
        Working.cluster(system)
            + "playloop.model.url=%s%nplayloop.model.name=any%n".formatted(model.baseUrl()));
    Path agents = folder.resolve("agents.yaml");
    Files.writeString(
        agents,
        """
        - agent: society/cal
          actor: cal
          enabled: true
          instructions: {identity: Cal.}
          boundaries: {"*": {tools: [do_work]}}
        """);
    Said said = playloop("agents", "apply", agents.toString());
    assertThat(said.out()).as(said.err()).contains("applied society/cal");
  }

  @AfterAll
  static void stop() {
    if (outsider != null) {
      outsider.close();
    }
    if (system != null) {
      system.close();
    }
    if (model != null) {
      model.close();
    }
  }

  @Test
  void topicsAreListedAndNothingIsLeftToCreate() {
    assertThat(playloop("topics", "list").out())
        .contains("playloop.triggers", "4 partitions", "playloop.ledger.society");
    assertThat(playloop("topics", "create").out()).contains("all topics are there");
  }

  @Test
  void agentsAreListed() {
    Said said = playloop("agents", "list");

    assertThat(said.code()).isZero();
    assertThat(said.out()).contains("society/cal", "enabled", "1 agent");
    String json = playloop("agents", "list", "--json").out().strip();
    assertThat(Json.read(json, AgentConfig.class).agent()).isEqualTo(Working.CAL);
    assertThat(Printed.errors("agent-config", json)).isEmpty();
  }

  @Test
  void anUnknownAgentCantBePaused() {
    Said said = playloop("agents", "pause", "society/nobody");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("there is no agent 'society/nobody'", "agents list");
  }

  @Test
  void aPausedAgentRunsAgainWhenItIsResumed() throws IOException {
    assertThat(playloop("agents", "pause", "society/cal").out()).contains("paused society/cal");
    Path file = folder.resolve("paused.jsonl");
    Files.writeString(file, Json.text(Working.trigger("paused-1")));
    assertThat(playloop("publish", file.toString()).out()).contains("paused-1");
    assertThat(playloop("agents", "resume", "society/cal").out()).contains("resumed");

    assertThat(closed("paused-1")).isTrue();
    assertThat(playloop("story", "society/cal:paused-1").out())
        .contains("tried   do_work(jobType: farming)", "ended   completed");
    assertThat(playloop("story", "society/cal:paused-1", "--json").out().lines())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(Printed.errors("told", line)).as(line).isEmpty())
        .map(line -> Json.read(line, Told.class))
        .allSatisfy(line ->
            assertThat(line)
                .isInstanceOfSatisfying(
                    Told.Happened.class,
                    one -> assertThat(one.run()).isEqualTo(new RunId("society/cal:paused-1"))))
        .map(line -> ((Told.Happened) line).step())
        .hasAtLeastOneElementOfType(Step.Triggered.class)
        .hasAtLeastOneElementOfType(Step.Decided.class)
        .hasAtLeastOneElementOfType(Step.Acted.class)
        .last()
        .isInstanceOf(Step.Closed.class);
  }

  @Test
  void statusTellsWhatAnAgentIsDoingAndWhatWaits() throws IOException {
    playloop("agents", "pause", "society/cal");
    Path file = folder.resolve("status.jsonl");
    Files.writeString(file, Json.text(Working.trigger("status-1")));
    playloop("publish", file.toString());

    Standing paused = standing(one -> one.paused() && !one.queue().isEmpty());
    assertThat(paused.queue()).extracting(Standing.Waiting::trigger).containsExactly("status-1");
    assertThat(playloop("agents", "status", "society/cal").out())
        .contains("society/cal  idle", "paused ", "1 trigger: status-1", "USD today", " s ago");
    playloop("agents", "resume", "society/cal");

    assertThat(closed("status-1")).isTrue();
    Standing done = standing(one -> !one.paused() && one.queue().isEmpty());
    assertThat(done.doing()).isNull();
    assertThat(done.configured()).isTrue();
    String all = playloop("agents", "status", "--json").out();
    assertThat(all.lines()).singleElement().asString().contains("\"agent\":\"society/cal\"");
    assertThat(Printed.errors("agent-status", all)).isEmpty();
    assertThat(playloop("agents", "status", "society/call").err())
        .contains("did you mean 'society/cal'?");
  }

  /// What `agents status` says, once it is as wanted.
  private static Standing standing(Predicate<Standing> wanted) {
    return Await.until(
        () -> {
          String json = playloop("agents", "status", "society/cal", "--json").out();
          return Objects.requireNonNull(Json.read(json, AgentStatus.class).standing());
        },
        wanted);
  }

  @Test
  void aTriggerWithoutAnIdIsToldByTheOneThatItGets() throws IOException {
    Path file = folder.resolve("unnamed.jsonl");
    Files.writeString(file, Json.text(Working.trigger("x")).replaceFirst("\"id\":\"x\",?", ""));

    String out = playloop("publish", file.toString()).out();
    String id = out.strip().substring(out.strip().lastIndexOf(' ') + 1);

    assertThat(closed(id)).isTrue();
    assertThat(playloop("story", "society/cal:" + id).out()).contains("ended   completed");
  }

  /// However often it begins anew, what it printed and kept does not come again.
  @Test
  void followGoesOnWhereItLeftOff() throws IOException {
    Path kept = folder.resolve("kept.json");
    published("follow-1");

    Said first = playloop("follow", "society/cal", "--keep", kept.toString(), "--end", "--json");
    Said again = playloop("follow", "society/cal", "--keep", kept.toString(), "--end", "--json");
    published("follow-2");
    Said next = playloop("follow", "society/cal", "--keep", kept.toString(), "--end", "--json");

    assertThat(first.out().lines().map(line -> Json.read(line, Step.class)))
        .as(first.err())
        .anyMatch(
            step -> step instanceof Step.Closed over && over.run().triggers().contains("follow-1"));
    assertThat(again.out()).isEmpty();
    assertThat(next.out()).contains("follow-2").doesNotContain("follow-1");
    assertThat(first.out()).contains("\"tool\":\"do_work\"");
  }

  /// Whoever asks before the run is there is told it as it happens.
  @Test
  void aStoryThatIsFollowedEndsWithItsRun() throws Exception {
    CompletableFuture<Said> told =
        // The common pool is for what does not block: on two cores it has one thread.
        CompletableFuture.supplyAsync(
            () -> playloop("story", "society/cal:told-1", "--follow"), Thread::startVirtualThread);
    published("told-1");

    Said said = told.get(60, TimeUnit.SECONDS);

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out()).contains("ended   completed");
  }

  private static void published(String id) throws IOException {
    Path file = folder.resolve(id + ".jsonl");
    Files.writeString(file, Json.text(Working.trigger(id)));
    assertThat(playloop("publish", file.toString()).code()).isZero();
    assertThat(closed(id)).isTrue();
  }

  @Test
  void triggersForAnUnknownAgentAreNotPublished() throws IOException {
    Path file = folder.resolve("nobody.jsonl");
    Files.writeString(
        file, Json.text(Working.trigger("nobody-1")).replace("society/cal", "society/nobody"));

    Said said = playloop("publish", file.toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("there is no agent 'society/nobody'; nothing was published");
    assertThat(said.out()).isEmpty();
  }

  @Test
  void aMisspeltAgentIsToldItsNearest() throws IOException {
    Path file = folder.resolve("misspelt.jsonl");
    Files.writeString(
        file, Json.text(Working.trigger("misspelt-1")).replace("society/cal", "society/call"));

    assertThat(playloop("publish", file.toString()).err()).contains("did you mean 'society/cal'?");
    assertThat(playloop("agents", "pause", "society/call").err())
        .contains("did you mean 'society/cal'?");
  }

  @Test
  void aStoryOfNothingSaysWhatToDo() {
    Said said = playloop("story", "society/cal:never");

    assertThat(said.code()).isEqualTo(1);
    assertThat(said.err()).contains("knows no run", "agents list");
  }

  @Test
  void doctorLooksAtTheCluster() {
    assertThat(playloop("doctor").out()).contains("has all topics");
  }

  @Test
  void aBadRecordBecomesADeadLetterAndThePartitionGoesOn() {
    int home = home(Working.CAL.value());
    send(home, bytes(Working.CAL.value()), bytes("{\"agent\": \"society/cal\", "), null);
    send(home, bytes(Working.CAL.value()), trigger("after-bad"), null);

    assertThat(closed("after-bad")).isTrue();
    DeadLetter letter = letterOf("{\"agent\": \"society/cal\", ");
    assertThat(letter.topic()).isEqualTo(triggers().name());
    assertThat(letter.partition()).isEqualTo(home);
    assertThat(playloop("dlq", "list").out()).contains(letter.id().toString(), letter.topic());
    assertThat(playloop("dlq", "list", "--json", "--stack").out().lines())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(Printed.errors("letter", line)).isEmpty())
        .map(line -> Json.read(line, Letter.class).id())
        .contains(letter.id().toString());
    String[] chosen = {
      "--topic",
      "triggers",
      "--role",
      "projector",
      "--agent",
      "society/cal",
      "--since",
      letter.at().toString(),
      "--until",
      letter.at().plusMillis(1).toString()
    };
    assertThat(dlq("list", chosen).out()).contains(letter.id().toString(), "1 dead letters");
    for (int option = 0; option < chosen.length; option += 2) {
      String[] other = chosen.clone();
      other[option + 1] = other[option + 1].startsWith("20") ? "1999-01-01T00:00:00Z" : "another";
      if (!other[option].equals("--since")) {
        assertThat(dlq("list", other).out()).as(other[option]).contains("no dead letters");
      }
    }
    assertThat(dlq("list", "--since", "2999-01-01T00:00:00Z").out()).contains("no dead letters");
    assertThat(dlq("list", "--cause", "no such cause").out()).contains("no dead letters");
    assertThat(dlq("list", "--since", "noon").err()).contains("--since 'noon' is no time");
    assertThat(dlq("redrive").err()).contains("or a filter");
    assertThat(dlq("redrive", "--all", "--role", "projector").code()).isEqualTo(2);

    Said redriven = dlq("redrive", chosen);

    assertThat(redriven.out()).contains(letter.id() + " sent back", "1 sent back, 0 refused");
    String id = letter.id().toString();
    assertThat(dlq("redrive", id, "99:0", id).out())
        .contains(id + " sent back", "1 sent back, 0 refused");
    assertThat(dlq("redrive", "3-120").err()).contains("'3-120' names no dead letter");
  }

  @Test
  void aRecordWithoutAKeyIsPutWhereItBelongs() {
    send(away(Working.CAL.value()), null, trigger("no-key"), null);

    assertThat(closed("no-key")).isTrue();
  }

  @Test
  void aRecordPartitionedByAnotherClientIsPutWhereItBelongs() {
    send(away(Working.CAL.value()), bytes(Working.CAL.value()), trigger("astray"), null);

    assertThat(closed("astray")).isTrue();
  }

  @Test
  void aKeyThatContradictsTheBodyIsADeadLetter() {
    byte[] body = trigger("contradiction");
    send(home("society/dov"), bytes("society/dov"), body, null);

    assertThat(letterOf(new String(body, StandardCharsets.UTF_8)).cause()).contains("key");
  }

  @Test
  void aRecordStampedAheadChangesNothing() {
    long ahead = Instant.now().plus(Duration.ofMinutes(50)).toEpochMilli();
    send(home(Working.CAL.value()), bytes(Working.CAL.value()), trigger("ahead"), ahead);
    send(home(Working.CAL.value()), bytes(Working.CAL.value()), trigger("after-ahead"), null);

    assertThat(closed("ahead")).isTrue();
    assertThat(closed("after-ahead")).isTrue();
  }

  private static Said playloop(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.add("--config");
    all.add(config.toString());
    return Said.playloop(all.toArray(String[]::new));
  }

  private static Said dlq(String command, String... options) {
    List<String> all = new ArrayList<>(List.of("dlq", command));
    all.addAll(List.of(options));
    return playloop(all.toArray(String[]::new));
  }

  private static Topic<AgentId, Trigger> triggers() {
    return system.kafka().topics().triggers();
  }

  private static void send(
      int partition, byte @Nullable [] key, byte[] value, @Nullable Long timestamp) {
    var record = new ProducerRecord<>(triggers().name(), partition, timestamp, key, value);
    assertThat(outsider.send(record)).succeedsWithin(Duration.ofSeconds(30));
  }

  private static byte[] trigger(String id) {
    return Json.bytes(Working.trigger(id));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static int home(String id) {
    return Utils.toPositive(Utils.murmur2(bytes(id))) % system.kafka().topics().partitions();
  }

  private static int away(String id) {
    return (home(id) + 1) % system.kafka().topics().partitions();
  }

  /// Whether the journal tells of this trigger's run that it is closed, in time.
  private static boolean closed(String trigger) {
    KafkaSettings kafka = system.kafka();
    boolean[] found = {false};
    try (Following following = Following.of(kafka).from(Position.BEGINNING)) {
      return Await.until(
          () -> {
            following
                .poll(Duration.ofMillis(50))
                .steps()
                .forEach(step -> found[0] |= isClosed(step, trigger));
            return found[0];
          },
          done -> done);
    }
  }

  private static boolean isClosed(Step step, String trigger) {
    return step instanceof Step.Closed closed && closed.run().triggers().contains(trigger);
  }

  private static DeadLetter letterOf(String value) {
    try (DeadLetters letters = DeadLetters.open(system.kafka(), Duration.ofSeconds(10))) {
      return Await.until(
              () -> letters.list(1, letter -> holds(letter, value), Function.identity()),
              found -> !found.isEmpty())
          .getFirst();
    }
  }

  private static boolean holds(DeadLetter letter, String value) {
    return letter.value() != null
        && new String(letter.value(), StandardCharsets.UTF_8).equals(value);
  }
}
