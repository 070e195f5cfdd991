package dev.playloop.proving.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.health.HealthServer;
import dev.playloop.kit.health.Probe;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What an image's script starts, with a Java that only says what it was called with; its two
/// folders are where the test may write.
class ContainerScriptTest {
  @TempDir Path folder;
  private Path script;

  @BeforeEach
  void unpack() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("opt/bin"));
    Files.createDirectories(folder.resolve("data"));
    Path root = Unpacked.root();
    Files.copy(root.resolve("deploy/package/bin/start.sh"), bin.resolve("start.sh"));
    script =
        Files.writeString(
            bin.resolve("container"),
            Files.readString(root.resolve("deploy/images/container"))
                .replace("/opt/playloop", folder + "/opt")
                .replace("=/data", "=" + folder + "/data"));
    Path java = Files.createDirectories(folder.resolve("jre/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nenv; printf '%s\\n' \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(folder.resolve("jre/release"), "JAVA_VERSION=\"25.0.1\"\n");
  }

  private List<String> started(Map<String, String> more, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("sh", script.toString()));
    command.addAll(List.of(words));
    ProcessBuilder program = new ProcessBuilder(command);
    program.environment().keySet().removeIf(name -> name.startsWith("PLAYLOOP_"));
    program.environment().put("JAVA_HOME", folder.resolve("jre").toString());
    program.environment().put("PLAYLOOP_HEAP", "70%");
    program.environment().putAll(more);
    Unpacked.Ended ended = Unpacked.ended(folder, program);
    assertThat(ended.code()).as(ended.said()).isZero();
    return ended.said().lines().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ingest", "projector", "reasoner", "executor", "auditor"})
  void aRoleIsItsWorker(String role) throws Exception {
    assertThat(started(Map.of(), role, "--config", "a b"))
        .endsWith("-jar", folder + "/opt/playloop.jar", "worker", role, "--config", "a b")
        .contains(
            "-XX:MaxRAMPercentage=70",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+UseG1GC",
            "-Djava.io.tmpdir=" + folder + "/data/.playloop/tmp",
            "-Dplayloop.home=" + folder + "/data",
            "PLAYLOOP_HEALTH_HOST=0.0.0.0",
            "PLAYLOOP_HEALTH_PORT=8081");
  }

  /// One machine has no use for what a worker is asked by, and refuses it.
  @Test
  void everythingElseIsACommand() throws Exception {
    assertThat(started(Map.of(), "up", "society"))
        .endsWith("-jar", folder + "/opt/playloop.jar", "up", "society")
        .noneMatch(line -> line.startsWith("PLAYLOOP_HEALTH_"));
  }

  @Test
  void whatIsSetIsLeftAlone() throws Exception {
    assertThat(started(Map.of("PLAYLOOP_HEALTH_PORT", "9000"), "worker", "reasoner"))
        .contains("PLAYLOOP_HEALTH_PORT=9000");
  }

  @Test
  void whatOneThatWasKilledLeftIsGone() throws Exception {
    Path left = Files.createDirectories(folder.resolve("data/.playloop/tmp"));
    Files.writeString(left.resolve("librocksdb123.so"), "x");

    started(Map.of(), "projector");
    assertThat(left).isEmptyDirectory();
  }

  @Test
  void aCacheIsUsedWhereTheImageHasOne() throws Exception {
    assertThat(started(Map.of(), "reasoner"))
        .contains("PLAYLOOP_START_CACHE=off")
        .noneMatch(line -> line.startsWith("-XX:AOT"));

    Path warm = Files.createDirectories(folder.resolve("opt/warm"));
    Files.writeString(warm.resolve("playloop.aot"), "a cache");
    Files.writeString(folder.resolve("opt/playloop.jar"), "");
    Files.writeString(warm.resolve("playloop.aot.of"), madeWith());
    assertThat(started(Map.of(), "reasoner"))
        .contains("-XX:AOTCache=" + warm.resolve("playloop.aot"));
  }

  /// What a worker answers, and that nobody answers.
  @Test
  void anEngineIsToldWhetherTheWorkerIsWell() throws Exception {
    Programs.require("bash");
    int port;
    try (HealthServer health = HealthServer.start("127.0.0.1", 0)) {
      port = health.address().getPort();
      awaitWell(port);
      health.ready("role", Probe.of("it is not", () -> false));
      assertThat(healthy(port).code()).isOne();
      awaitWell(port, "live");
    }
    assertThat(healthy(port).code()).isOne();
  }

  /// The script waits three seconds, as engines do, and this machine may stand still for as long.
  private void awaitWell(int port, String... words) {
    Await.until(
        "it is well",
        () -> {
          try {
            return healthy(port, words).code() == 0;
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private Unpacked.Ended healthy(int port, String... words)
      throws IOException, InterruptedException {
    Path asks = Unpacked.root().resolve("deploy/images/healthy");
    List<String> command = new ArrayList<>(List.of("bash", asks.toString()));
    command.addAll(List.of(words));
    ProcessBuilder program = new ProcessBuilder(command);
    program.environment().put("PLAYLOOP_HEALTH_PORT", String.valueOf(port));
    return Unpacked.ended(folder, program);
  }

  /// The image's own folder can't be written, and Java would say so at the end of a run.
  @Test
  void whatARunLeavesLiesInTheVolume() throws Exception {
    Files.createDirectories(folder.resolve("opt/warm"));

    assertThat(started(Map.of(), "run", "society"))
        .contains("-XX:SharedArchiveFile=" + folder + "/data/.playloop/playloop.jsa");
  }

  /// As the script says it of jar and Java.
  private String madeWith() throws IOException, InterruptedException {
    ProcessBuilder shell =
        new ProcessBuilder(
            "sh",
            "-c",
            "echo \"$(ls -ln \"$0\") $(cat jre/release)\"",
            folder + "/opt/playloop.jar");
    return Unpacked.ended(folder, shell.directory(folder.toFile())).said();
  }
}
