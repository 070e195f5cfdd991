package dev.playloop.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.launcher.cli.Playloop;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A data folder or a port that `run` and `up` can't have: one line, what to do, and an exit code
/// that says whose turn it is. And whose its files are.
class DataFolderTest {
  @TempDir private Path folder;

  private record Said(int code, String out, String err) {}

  /// D2: a second system on one folder ended with exit code 1 and no word.
  @Test
  void aFolderInUseIsToldWithItsName() throws IOException {
    Path broker = Files.createDirectories(folder.resolve("broker"));
    try (FileChannel channel =
            FileChannel.open(
                broker.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      assertThat(held.isValid()).isTrue();

      Said said = playloop("run", "kernel", "--data", folder.toString());

      assertThat(said.code()).as(said.err()).isEqualTo(UserProblem.ENVIRONMENT);
      assertThat(said.err())
          .contains("playloop: the data folder '" + folder + "' is in use", "Next: stop that one")
          .doesNotContain("bug");
      assertThat(said.out()).as("of a run that never began").doesNotContain("journal");
    }
  }

  /// D2
  @Test
  void aFolderThatCanNotBeMadeIsToldWithTheReason() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");

    Said said = playloop("run", "society", "--data", file.resolve("data").toString());

    assertThat(said.code()).as(said.err()).isEqualTo(UserProblem.USAGE);
    assertThat(said.err())
        .contains("'" + file.resolve("data") + "' can't be a data folder")
        .doesNotContain("bug");
  }

  /// L7, D2: a broker without room ended the process with no word.
  @Test
  void aDiskWithoutRoomIsToldBeforeAnythingStarts() {
    Path full = withoutRoom();

    assertThatThrownBy(() -> LocalKafka.requireFree(full))
        .isInstanceOfSatisfying(
            UserProblem.class,
            problem -> assertThat(problem.exitCode()).isEqualTo(UserProblem.ENVIRONMENT))
        .hasMessageStartingWith("the disk of '" + full + "' is full: 0 MB are free");
  }

  /// D3: the first failure that a newcomer meets.
  @Test
  void aPortThatIsTakenIsToldBeforeAnythingStarts() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path config =
          Files.writeString(
              folder.resolve("my.properties"),
              "playloop.http.port=" + taken.getLocalPort() + "\nplayloop.http.host=127.0.0.1\n");
      Path data = folder.resolve("data");

      Said said =
          playloop("up", "kernel", "--data", data.toString(), "--config", config.toString());

      assertThat(said.code()).as(said.err()).isEqualTo(UserProblem.ENVIRONMENT);
      assertThat(said.err())
          .contains("can't listen on 127.0.0.1 port " + taken.getLocalPort(), "PLAYLOOP_HTTP_PORT")
          .doesNotContain("bug");
      assertThat(data.resolve("broker")).doesNotExist();
    }
  }

  /// L1: every user of the machine could read prompts, memories and mails.
  @Test
  void whatWeMakeIsClosedToOthers() throws IOException {
    Path data = OwnFiles.named(folder.resolve("data"));
    Path open = Files.createDirectory(folder.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path file = folder.resolve("up.properties");
    Files.writeString(file, "of an older release");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    OwnFiles.folder(open);
    OwnFiles.write(file, "bootstrap=…");

    assertThat(rights(data)).isEqualTo("rwx------");
    assertThat(rights(open)).isEqualTo("rwx------");
    assertThat(rights(file)).isEqualTo("rw-------");
    assertThat(Files.readString(file)).isEqualTo("bootstrap=…");
  }

  /// Some file system that has no room for anybody, as every Unix has.
  private static Path withoutRoom() {
    return List.of("/proc", "/sys", "/dev").stream()
        .map(Path::of)
        .filter(path -> {
          try {
            return Files.getFileStore(path).getUsableSpace() == 0;
          } catch (IOException e) {
            return false;
          }
        })
        .findFirst()
        .orElseThrow();
  }

  private static String rights(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static Said playloop(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Playloop.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(args);
    return new Said(code, out.toString(), err.toString());
  }
}
