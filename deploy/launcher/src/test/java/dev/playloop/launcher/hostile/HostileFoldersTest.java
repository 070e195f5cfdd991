package dev.playloop.launcher.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.UserProblem;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./playloop up` as a process that is killed, and finds its folders as a crash, a full disk or
/// another program left them: it comes up again without anybody's help, and says why where it
/// can't.
@EmbeddedOnly("it is about a system with servers of its own")
class HostileFoldersTest {
  private static final long SEED = 12;

  @TempDir private Path folder;
  private Provider provider;

  @BeforeEach
  void start() {
    provider = Provider.start();
  }

  @AfterEach
  void stop() {
    provider.close();
  }

  private UpProcess launch(String home) {
    return UpProcess.launch(
        folder.resolve(home),
        data(),
        Map.of("PLAYLOOP_MODEL_NAME", Provider.MODEL),
        Company.example(folder.resolve("example")).toString(),
        "--worlds",
        "all",
        "--model",
        provider.address().toString());
  }

  private Path data() {
    return folder.resolve("data");
  }

  private void isWell(UpProcess up, String name) {
    try (Company company = Company.of(up.operator(), provider, name)) {
      company.isWell();
    }
  }

  /// R1: it never came up again.
  @Test
  void aKilledSystemComesBackWhateverItsStoresLookLike() throws Exception {
    try (UpProcess first = launch("first").awaitUp()) {
      isWell(first, "first");
      first.kill();
    }
    List<Path> stores = stores();
    assertThat(stores).as("files of the projector's stores").hasSizeGreaterThan(10);
    for (Path file : stores) {
      String name = file.getFileName().toString();
      if (name.equals("CURRENT") || name.startsWith("MANIFEST")) {
        Files.delete(file); // as where RocksDB was killed while it removed a store
      }
    }
    try (UpProcess second = launch("second").awaitUp()) {
      isWell(second, "second");
      second.kill();
    }
    Random random = new Random(SEED);
    for (Path file : stores()) {
      byte[] garbage = new byte[random.nextInt(200)];
      random.nextBytes(garbage);
      Files.write(file, garbage);
    }
    try (UpProcess third = launch("third").awaitUp()) {
      isWell(third, "third");
      assertThat(third.said()).doesNotContain("this is a bug", "a thread of the");
      third.stop();
      assertThat(third.said()).contains("stopped");
      Await.until("nothing of it is left", third::isGone);
    }
  }

  /// D2: it ended without a word.
  @Test
  void twoOnOneFolderAreTold() throws Exception {
    try (UpProcess first = launch("first").awaitUp();
        UpProcess second = launch("second")) {
      assertThat(second.awaitEnd()).isEqualTo(UserProblem.ENVIRONMENT);
      assertThat(second.said())
          .contains("is in use: another system runs on it", "--data")
          .doesNotContain("this is a bug");
      isWell(first, "first");
    }
  }

  /// Whatever lies below the folder of the projector's state: stores, checkpoints, strikes.
  private List<Path> stores() throws IOException {
    try (Stream<Path> files = Files.walk(data().resolve("projector"))) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().equals(".lock"))
          .toList();
    }
  }
}
