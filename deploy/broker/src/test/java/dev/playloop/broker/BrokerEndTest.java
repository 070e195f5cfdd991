package dev.playloop.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.utils.Exit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The last words of a process whose broker can't go on (L7, D2): Kafka itself ends it without one.
@Tag("slow")
class BrokerEndTest {
  @TempDir private Path folder;

  private record Ended(int code, String err) {}

  @Test
  void aFullDiskIsTheLastLine() throws Exception {
    Path full = withoutRoom();

    Ended ended = end(full, "started");

    assertThat(ended.err())
        .startsWith("playloop: the disk of " + full + " is full\nNext: free some space");
    assertThat(ended.code()).isEqualTo(1);
  }

  @Test
  void aBrokerThatNeverStartedIsSomethingMissing() throws Exception {
    Ended ended = end(folder, "starting");

    assertThat(ended.err())
        .startsWith("playloop: the Kafka broker in " + folder + " can't go on\nNext: read the log");
    assertThat(ended.code()).isEqualTo(3);
  }

  /// Some file system that has no room for anybody, as every Unix has.
  private static Path withoutRoom() {
    return List.of("/proc", "/sys", "/dev").stream()
        .map(Path::of)
        .filter(BrokerEnd::isFull)
        .findFirst()
        .orElseThrow();
  }

  private Ended end(Path dir, String state) throws IOException, InterruptedException {
    Path err = folder.resolve("err");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Ending.class.getName(),
                dir.toString(),
                state)
            .redirectError(err.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new Ended(child.waitFor(), Files.readString(err, StandardCharsets.UTF_8));
  }

  /// A process that Kafka ends.
  static final class Ending {
    private Ending() {}

    public static void main(String[] args) {
      BrokerEnd end = BrokerEnd.watch(Path.of(args[0]));
      if (args[1].equals("started")) {
        end.started();
      }
      Exit.halt(1, "a log folder failed");
    }
  }
}
