package dev.playloop.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What a command writes, and what it leaves alone.
class OutputFileTest {
  private static final Path FULL = Path.of("/dev/full");

  @TempDir private Path folder;

  @Test
  void aFileAppearsWhenItIsWhole() throws IOException {
    Path file = folder.resolve("out");
    int length =
        OutputFile.fresh(file)
            .write(to -> {
              to.write(new byte[100_000]);
              assertThat(file).doesNotExist();
              return 100_000;
            });

    assertThat(file).hasSize(length);
    assertThat(left()).containsExactly("out");
  }

  @Test
  void whatIsThereIsReplacedOnlyByForce() throws IOException {
    Path file = Files.writeString(folder.resolve("out"), "old");

    assertThatThrownBy(() -> OutputFile.of(file, false).write("new"))
        .isInstanceOfSatisfying(
            UserProblem.class, e -> assertThat(e.exitCode()).isEqualTo(UserProblem.USAGE))
        .hasMessageContaining("exists already");
    assertThat(file).hasContent("old");

    OutputFile.of(file, true).write("new");
    assertThat(file).hasContent("new");
    assertThat(left()).containsExactly("out");
  }

  @Test
  void whatFailsHalfwayLeavesWhatWasThere() throws IOException {
    Path file = Files.writeString(folder.resolve("out"), "old");

    assertThatThrownBy(() ->
            OutputFile.of(file, true)
                .write(to -> {
                  to.write(new byte[100_000]);
                  throw new IOException("the disk is gone");
                }))
        .isInstanceOfSatisfying(
            UserProblem.class, e -> assertThat(e.exitCode()).isEqualTo(UserProblem.ENVIRONMENT))
        .hasMessageContaining("the disk is gone");
    assertThat(file).hasContent("old");
    assertThat(left()).containsExactly("out");
  }

  @Test
  void aLinkStaysOneAndItsTargetIsWritten() throws IOException {
    Path target = folder.resolve("target");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("target"));

    OutputFile.of(link, false).write("first");
    assertThat(link).isSymbolicLink();
    assertThat(target).hasContent("first");
    assertThatThrownBy(() -> OutputFile.of(link, false).write("second"))
        .hasMessageContaining("exists already");
    OutputFile.of(link, true).write("second");
    assertThat(link).isSymbolicLink();
    assertThat(target).hasContent("second");
  }

  @Test
  void aPipeIsWrittenThrough() throws Exception {
    Path pipe = folder.resolve("pipe");
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    assertThat(made.waitFor()).isZero();
    CompletableFuture<byte[]> read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.readAllBytes(pipe);
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            },
            Thread::startVirtualThread);

    OutputFile.of(pipe, false).write("through");

    assertThat(read.get(60, TimeUnit.SECONDS)).asString().isEqualTo("through");
    assertThat(Files.isRegularFile(pipe)).isFalse();
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux has a device that is always full")
  void aFullDiskIsAnErrorAndADeviceStaysOne() {
    assertThatThrownBy(() -> OutputFile.of(FULL, true).write("x".repeat(10)))
        .isInstanceOfSatisfying(
            UserProblem.class, e -> assertThat(e.exitCode()).isEqualTo(UserProblem.ENVIRONMENT))
        .hasMessageContaining("No space left");
    assertThat(Files.isRegularFile(FULL)).isFalse();
  }

  @Test
  void aSecretIsItsOwnersAlone() throws IOException {
    Path file = folder.resolve("key");
    OutputFile.fresh(file).secret().write("secret");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void aFolderAndAMissingFolderAreNamed() {
    assertThatThrownBy(() -> OutputFile.fresh(folder).write("x"))
        .hasMessageContaining("is a folder");
    assertThatThrownBy(() -> OutputFile.fresh(folder.resolve("no/where")).write("x"))
        .hasMessageContaining("there is no such folder");
  }

  private Stream<String> left() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    }
  }
}
