package dev.playloop.chaos.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.process.AotCache;
import dev.playloop.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class BrokersTest {
  @TempDir private Path folder;

  /// For as long as its session lasts, the others take it to be there, and whole: a second one that
  /// is lost in that time takes what only those two had.
  @Test
  void whoeverIsDisturbedIsMissedAtOnce() throws Exception {
    try (Brokers brokers = Brokers.onLoopback(3, folder, AotCache.NONE)) {
      brokers.start();
      Await.until("all are there", brokers::areThere);

      brokers.lose(0);
      // Where this thread has to wait long enough, its successor is up by now.
      assertThat(!brokers.areThere() || starts("broker-1") == 2).isTrue();
      Await.until("the lost one is there again", () -> supervised(brokers));

      brokers.freeze(1);
      assertThat(brokers.areThere()).isFalse();
      brokers.thaw(1);
      assertThat(brokers.areThere()).isTrue();
    }
  }

  /// The others tell its empty successor that it leads, and Kafka ends it for that; the next one
  /// joins whom they have elected by then.
  @Test
  void whoeverLedAndIsLostComesBackByItsSupervisor() throws Exception {
    try (Brokers brokers = Brokers.onLoopback(3, folder, AotCache.NONE)) {
      brokers.start();
      Await.until("all are there", brokers::areThere);

      brokers.lose(leaderOf(brokers) - 1);
      Await.until("the one that led is there again", () -> supervised(brokers));
    }
  }

  /// Kafka ends one that hears that it leads, and remembers nothing. Whatever else ends by itself
  /// is a crash.
  @Test
  void aLeaderThatLostItsMemoryMayEndOnceAndNobodyElse() throws Exception {
    try (Brokers brokers = Brokers.onLoopback(1, folder, AotCache.NONE)) {
      brokers.start();
      Await.until("it is there", brokers::areThere);
      dies(brokers);
      assertThat(brokers.revive()).singleElement().asString().contains("ended by itself");

      Await.until("it is there again", brokers::areThere);
      dies(brokers);
      Files.writeString(
          folder.resolve("broker-2.kafka"),
          "Received request or response with leader OptionalInt[1] and epoch 3 which is inconsistent"
              + " with current leader OptionalInt.empty and epoch 0\n");
      assertThat(brokers.revive()).isEmpty();
    }
  }

  private static int leaderOf(Brokers brokers) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrap()))) {
      return admin.describeMetadataQuorum().quorumInfo().get().leaderId();
    }
  }

  /// Whoever lost its disk may have led the quorum, and then ends once more, by Kafka's own word.
  private static boolean supervised(Brokers brokers) {
    assertThat(brokers.revive()).isEmpty();
    return brokers.areThere();
  }

  /// How often this broker has said that it is up.
  private long starts(String name) throws IOException {
    try (Stream<String> lines = Files.lines(folder.resolve(name + ".log"))) {
      return lines.filter(line -> line.endsWith(BrokerMain.IS_READY)).count();
    }
  }

  /// Kills the only one, and waits until it is seen to be dead: a supervisor that looks before that
  /// finds nothing to do.
  private static void dies(Brokers brokers) {
    ProcessHandle.of(brokers.pid(0)).orElseThrow().destroyForcibly();
    Await.until("it is dead", () -> !brokers.areThere());
  }
}
