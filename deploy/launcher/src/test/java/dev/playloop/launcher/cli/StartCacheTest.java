package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a run of `up` leaves, made by a Java that only copies what was recorded.
class StartCacheTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  @TempDir private Path folder;
  private Path place;
  private Path cache;
  private Path java;

  @BeforeEach
  void lay() throws IOException {
    place = Files.createDirectories(folder.resolve("a place"));
    cache = place.resolve("playloop.aot");
    java = folder.resolve("java");
    Files.writeString(
        java,
        """
        #!/bin/sh
        for word; do
          case $word in
            -XX:AOTConfiguration=*) recorded=${word#*=} ;;
            -XX:AOTCache=*) made=${word#*=} ;;
          esac
        done
        cp "$recorded" "$made"
        """);
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  /// A process that has ended.
  private static long ended() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    return process.pid();
  }

  private Path recorded(long pid) {
    return cache.resolveSibling("playloop.aot." + pid);
  }

  private List<String> recording(long pid) {
    return List.of(
        "-XX:+UseG1GC",
        "-Xmx300m",
        "-XX:StartFlightRecording",
        "-XX:AOTMode=record",
        "-XX:AOTConfiguration=" + recorded(pid));
  }

  private void make(long pid, boolean trained) throws IOException, InterruptedException {
    List<String> words =
        new ArrayList<>(StartCache.maker(recording(pid), pid, trained).orElseThrow());
    words.replaceAll(word -> word.equals(JAVA) ? java.toString() : word);
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private List<String> left() {
    return Stream.of(Objects.requireNonNull(place.toFile().list())).sorted().toList();
  }

  @Test
  void aJavaWithTheSameCollectorAndHeapMakesIt() {
    List<String> words = StartCache.maker(recording(7), 7, true).orElseThrow();

    assertThat(words.subList(words.indexOf(JAVA), words.size()))
        .containsExactly(
            JAVA,
            "-XX:+UseG1GC",
            "-Xmx300m",
            "-XX:AOTMode=create",
            "-XX:AOTConfiguration=" + recorded(7),
            "-XX:AOTCache=" + recorded(7) + ".made",
            "-cp",
            System.getProperty("java.class.path"));
  }

  @Test
  void whatWasRecordedBecomesTheCache() throws Exception {
    long pid = ended();
    Files.writeString(recorded(pid), "recorded");
    Files.writeString(cache.resolveSibling("playloop.aot.young"), "");
    make(pid, true);

    assertThat(cache).hasContent("recorded");
    assertThat(left()).containsExactly("playloop.aot");
  }

  @Test
  void aShortRunsCacheIsYoungUntilALongRunHasUsedIt() throws Exception {
    long pid = ended();
    Files.writeString(recorded(pid), "recorded");
    make(pid, false);
    assertThat(left()).containsExactly("playloop.aot", "playloop.aot.young");

    StartCache.forgetYoung(List.of("-XX:AOTCache=" + cache));
    assertThat(left()).isEmpty();
  }

  @Test
  void aLongRunsCacheStays() throws Exception {
    Files.writeString(cache, "made");
    StartCache.forgetYoung(List.of("-XX:AOTCache=" + cache));
    StartCache.forgetYoung(List.of("-Xmx300m"));

    assertThat(cache).exists();
  }

  @Test
  void whereNothingWasWrittenNothingIsLeft() throws Exception {
    make(ended(), true);

    assertThat(left()).isEmpty();
  }

  @Test
  void whoRecordsNothingLeavesNothing() {
    assertThat(StartCache.maker(List.of("-Xmx300m", "-XX:AOTCache=" + cache), 7, true)).isEmpty();
  }
}
