package dev.playloop.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How a process of a history ends.
class JvmTest {
  private static final int SOON_SECONDS = 120;

  @TempDir Path folder;

  /// A worker that says when it is there, and when it closes what it has.
  static final class Orderly {
    public static void main(String[] args) throws InterruptedException {
      Lifeline.hold();
      Thread main = Thread.currentThread();
      Thread.ofPlatform().daemon().start(() -> hereOnceItWaits(main));
      Lifeline.untilStopped(() -> System.out.println("closed"));
    }

    /// By then it is told of a SIGTERM, and not before.
    private static void hereOnceItWaits(Thread main) {
      while (main.getState() != Thread.State.WAITING) {
        LockSupport.parkNanos(1_000_000);
      }
      System.out.println("here");
    }
  }

  /// A worker whose work stops for good once a file is there, and while it closes.
  static final class Stopping {
    private static volatile boolean closing;
    private static boolean asked;

    public static void main(String[] args) throws InterruptedException {
      Lifeline.hold();
      Path stop = Path.of(args[0]);
      Lifeline.whileAlive(() -> isAlive(stop), Stopping::close);
    }

    /// Whoever is asked is told of a SIGTERM by then, and not before.
    private static boolean isAlive(Path stop) {
      if (!asked) {
        asked = true;
        System.out.println("here");
      }
      return !closing && !Files.exists(stop);
    }

    private static void close() {
      closing = true;
      LockSupport.parkNanos(200_000_000); // in which it is seen to be alive no more
      System.out.println("closed");
    }
  }

  /// It would stand there for as long as its history lasts, and do nothing.
  @Test
  void endsWhereItsWorkHasStoppedForGood() throws Exception {
    Path stop = folder.resolve("stop");
    Jvm jvm = started(Stopping.class, stop.toString());
    Files.createFile(stop);
    assertThat(jvm.awaitEnd(SOON_SECONDS)).isTrue();
    assertThat(jvm.exitCode()).isEqualTo(Lifeline.STOPPED);
  }

  @Test
  void endsInOrderThoughWhatClosesIsNotAlive() throws Exception {
    Jvm jvm = started(Stopping.class, folder.resolve("never").toString());
    jvm.end();
    assertThat(jvm.awaitEnd(SOON_SECONDS)).isTrue();
    assertThat(jvm.exitCode()).isEqualTo(143);
    assertThat(said()).contains("closed");
  }

  @Test
  void closesWhatItHasWhereItIsToldToEnd() throws Exception {
    Jvm jvm = started();
    jvm.end();
    assertThat(jvm.awaitEnd(SOON_SECONDS)).isTrue();
    assertThat(jvm.exitCode()).isEqualTo(143);
    assertThat(said()).contains("closed");
  }

  @Test
  void closesNothingWhereItIsKilled() throws Exception {
    Jvm jvm = started();
    jvm.kill();
    assertThat(jvm.exitCode()).isEqualTo(137);
    assertThat(said()).doesNotContain("closed");
  }

  private Jvm started() {
    return started(Orderly.class);
  }

  private Jvm started(Class<?> main, String... arguments) {
    Jvm jvm =
        Jvm.start(
            JvmLaunchBuilder.builder()
                .name("orderly")
                .main(main)
                .heapMb(32)
                .flags(List.of())
                .properties(Map.of())
                .environment(Map.of())
                .arguments(List.of(arguments))
                .log(log())
                .build());
    Await.until("it has said that it is there", () -> said().contains("here"));
    return jvm;
  }

  private Path log() {
    return folder.resolve("orderly.log");
  }

  private String said() {
    try {
      return Files.readString(log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
