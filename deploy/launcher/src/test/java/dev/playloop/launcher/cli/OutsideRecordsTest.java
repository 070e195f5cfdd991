package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.topic.DeadLetter;
import dev.playloop.kit.topic.DeadLetters;
import dev.playloop.launcher.Working;
import dev.playloop.operator.Letter;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Records that other clients send straight to a running system: what can be read comes to its end,
/// and what can't is a dead letter, which goes back when somebody says so.
@NeedsInfra
class OutsideRecordsTest {
  @TempDir private static Path folder;

  private static RunningCluster cluster;
  private static KafkaProducer<byte[], byte[]> outsider;

  @BeforeAll
  static void start(TestInfra infra) throws InterruptedException, IOException {
    cluster = RunningCluster.start(infra, folder);
    outsider =
        new KafkaProducer<>(
            cluster.kafka().with(Map.of()), new ByteArraySerializer(), new ByteArraySerializer());
  }

  @AfterAll
  static void stop() {
    if (outsider != null) {
      outsider.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void aBadRecordBecomesADeadLetterAndThePartitionGoesOn() {
    int home = home(Working.CAL.value());
    send(home, bytes(Working.CAL.value()), bytes("{\"agent\": \"society/cal\", "), null);
    send(home, bytes(Working.CAL.value()), trigger("after-bad"), null);

    assertThat(cluster.closed("after-bad")).isTrue();
    DeadLetter letter = letterOf("{\"agent\": \"society/cal\", ");
    assertThat(letter.topic()).isEqualTo(triggers().name());
    assertThat(letter.partition()).isEqualTo(home);
    assertThat(cluster.playloop("dlq", "list").out())
        .contains(letter.id().toString(), letter.topic());
    assertThat(cluster.playloop("dlq", "list", "--json", "--stack").out().lines())
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

    assertThat(cluster.closed("no-key")).isTrue();
  }

  @Test
  void aRecordPartitionedByAnotherClientIsPutWhereItBelongs() {
    send(away(Working.CAL.value()), bytes(Working.CAL.value()), trigger("astray"), null);

    assertThat(cluster.closed("astray")).isTrue();
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

    assertThat(cluster.closed("ahead")).isTrue();
    assertThat(cluster.closed("after-ahead")).isTrue();
  }

  private static Said dlq(String command, String... options) {
    List<String> all = new ArrayList<>(List.of("dlq", command));
    all.addAll(List.of(options));
    return cluster.playloop(all.toArray(String[]::new));
  }

  private static int home(String id) {
    return Utils.toPositive(Utils.murmur2(bytes(id))) % cluster.kafka().topics().partitions();
  }

  private static int away(String id) {
    return (home(id) + 1) % cluster.kafka().topics().partitions();
  }

  private static DeadLetter letterOf(String value) {
    try (DeadLetters letters = DeadLetters.open(cluster.kafka(), Duration.ofSeconds(10))) {
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

  private static Topic<AgentId, Trigger> triggers() {
    return cluster.kafka().topics().triggers();
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
}
