package dev.playloop.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Decompression bombs against a broker in a process of its own, with less heap than that of `up`:
/// they cost whoever sends them the connection, and nobody else anything.
@Tag("slow")
class BombTest {
  private static final String TOPIC = "triggers";

  @TempDir Path folder;

  /// The child: says where it is and the secret, and ends with its standard input.
  static final class Child {
    private Child() {}

    public static void main(String[] args) throws Exception {
      AclBinding writes =
          new AclBinding(
              new ResourcePattern(ResourceType.TOPIC, TOPIC, PatternType.LITERAL),
              new AccessControlEntry(
                  "User:game", "*", AclOperation.WRITE, AclPermissionType.ALLOW));
      GuardedBroker broker =
          GuardedBroker.start(
              Path.of(args[0]),
              new BrokerAccess(Set.of(), Set.of("game"), List.of(writes), "the file"),
              Flush.BY_SYSTEM);
      try (Admin admin = Admin.create(new HashMap<>(broker.administrator()))) {
        NewTopic topic =
            new NewTopic(TOPIC, Optional.of(1), Optional.empty())
                .configs(Map.of("compression.type", "uncompressed"));
        admin.createTopics(List.of(topic)).all().get();
      }
      System.out.println("at " + broker.gate() + " " + broker.secretOf("game"));
      while (System.in.read() >= 0) {
        // The parent has nothing to say but that it is there.
      }
      broker.close();
    }
  }

  @Test
  void costTheirSendersTheConnectionAndNothingElse() throws Exception {
    Path log = folder.resolve("child.log");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                folder.resolve("broker").toString())
            .redirectError(log.toFile())
            .start();
    try (BufferedReader said = child.inputReader()) {
      String[] at =
          said.lines()
              .filter(line -> line.startsWith("at "))
              .findFirst()
              .orElseThrow()
              .split(" ", -1);
      AtomicBoolean done = new AtomicBoolean();
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        Future<Integer> others = threads.submit(() -> write(at[1], at[2], done));

        try {
          assertThat(thrown(at, Squeezed.records(CompressionType.ZSTD, 1, 900_000_000))).isTrue();
          MemoryRecords hundred = Squeezed.records(CompressionType.ZSTD, 1, 100_000_000);
          List<Future<Boolean>> lines = new ArrayList<>();
          for (int line = 0; line < 5; line++) {
            lines.add(
                threads.submit(() -> {
                  boolean all = true;
                  for (int i = 0; i < 4; i++) {
                    all &= thrown(at, hundred);
                  }
                  return all;
                }));
          }
          for (Future<Boolean> line : lines) {
            assertThat(line.get()).isTrue();
          }
          assertThat(thrown(at, Squeezed.records(CompressionType.ZSTD, 1_000_000, 1))).isTrue();
          assertThat(thrown(at, Squeezed.lie(CompressionType.LZ4, 900_000_000))).isTrue();
        } finally {
          done.set(true);
        }
        assertThat(others.get()).as("what another client wrote meanwhile").isPositive();
      }
      assertThat(child.isAlive()).isTrue();
      assertThat(Files.readString(log)).doesNotContain("OutOfMemoryError");
    } finally {
      child.destroyForcibly();
    }
  }

  /// Whether the connection that it came by was ended.
  private static boolean thrown(String[] at, MemoryRecords bomb) throws Exception {
    try (Raw raw = Raw.loggedIn(at[1], "game", at[2])) {
      raw.produce(Squeezed.request(TOPIC, bomb));
      return raw.isTurnedAway();
    } catch (java.net.SocketException e) {
      return true;
    }
  }

  /// Each record is acknowledged before the next; the first that is not fails it.
  private static int write(String gate, String secret, AtomicBoolean done) throws Exception {
    Map<String, Object> client =
        new HashMap<>(
            Map.of(
                "bootstrap.servers",
                gate,
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required"
                    + " username=\"game\" password=\""
                    + secret
                    + "\";"));
    int written = 0;
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
      while (!done.get() || written == 0) {
        producer.send(new ProducerRecord<>(TOPIC, new byte[100])).get();
        written++;
      }
    }
    return written;
  }
}
