package dev.playloop.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a package's script makes of the machine that it finds itself on, with a Java that only says
/// what it was called with.
class StartScriptTest {
  @TempDir Path folder;
  private Path home;

  @BeforeEach
  void unpack() throws IOException {
    home = Files.createDirectories(folder.resolve("a place/playloop-1"));
    Path bin = Files.createDirectories(home.resolve("bin"));
    for (String name : List.of("playloop", "start.sh")) {
      Files.copy(Tree.root().resolve("deploy/package/bin").resolve(name), bin.resolve(name));
    }
    assertThat(bin.resolve("playloop").toFile().setExecutable(true)).isTrue();
    Files.createSymbolicLink(home.resolve("playloop"), Path.of("bin/playloop"));
  }

  /// Says its own folder and its arguments, one a line.
  private Path java(String name, String version) throws IOException {
    Path java = folder.resolve(name);
    program(java.resolve("bin/java"), "echo " + name + "; printf '%s\\n' \"$@\"");
    Files.writeString(
        java.resolve("release"), "A=\"1\"\nJAVA_VERSION=\"" + version + "\"\nB=\"2\"\n");
    return java;
  }

  private static void program(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private record Ended(int code, List<String> said) {}

  private Ended called(Path from, Path java, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder program = new ProcessBuilder(command).directory(from.toFile());
    program.environment().putAll(Map.of("JAVA_HOME", java.toString(), "HOME", folder.toString()));
    program.environment().put("CDPATH", folder.toString());
    Process process = program.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), said.lines().toList());
  }

  @Test
  void aJavaWithoutCompilerStartsWhatLiesBesideTheScript() throws Exception {
    Ended ended = called(folder, java("jre", "25.0.1"), home + "/bin/playloop", "run", "a b", "$c");

    assertThat(ended.code()).isZero();
    assertThat(ended.said())
        .startsWith("jre")
        .contains("-Dplayloop.home=" + home.toRealPath())
        .endsWith("-jar", home.toRealPath() + "/playloop.jar", "run", "a b", "$c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bin/playloop", "./playloop", "../playloop-1/playloop"})
  void itIsFoundFromItsOwnFolder(String typed) throws Exception {
    // Where a shell would look first, if it were let.
    Files.createDirectories(folder.resolve("bin"));

    assertThat(called(home, java("jre", "25"), typed, "--version").said())
        .endsWith("-jar", home.toRealPath() + "/playloop.jar", "--version");
  }

  @Test
  void aLinkOfALinkLeadsToIt() throws Exception {
    Path own = Files.createDirectories(folder.resolve("own bin"));
    Path first =
        Files.createSymbolicLink(own.resolve("first"), own.relativize(home.resolve("playloop")));
    Path second = Files.createSymbolicLink(folder.resolve("second"), first);

    assertThat(called(own, java("jre", "25"), second.toString(), "doctor").said())
        .endsWith("-jar", home.toRealPath() + "/playloop.jar", "doctor");
  }

  /// The candidates behind JAVA_HOME may hold one that is new enough: this machine's own.
  @ParameterizedTest
  @CsvSource({"17.0.15", "1.8.0_402", "24", "x"})
  void anOlderJavaIsNotTaken(String version) throws Exception {
    Ended ended = called(folder, java("old", version), home + "/bin/playloop", "--version");

    assertThat(ended.said()).doesNotContain("old");
  }

  private Path cache() {
    return home.resolve(".playloop/playloop.aot");
  }

  @Test
  void theFirstToBeUpRecordsForTheNextAndWorkersDoNot() throws Exception {
    Path java = java("jre", "25.0.1");

    assertThat(called(folder, java, home + "/bin/playloop", "worker", "reasoner").said())
        .noneMatch(word -> word.startsWith("-XX:AOT"));
    Files.createDirectories(cache().getParent());
    Path left =
        Files.writeString(cache().resolveSibling("playloop.aot.99"), "of one that was ended");
    assertThat(called(folder, java, home + "/bin/playloop", "up").said())
        .contains("-XX:AOTMode=record")
        .anyMatch(word -> word.matches("-XX:AOTConfiguration=.*/playloop\\.aot\\.[0-9]+"));
    assertThat(left).doesNotExist();
    assertThat(called(folder, java, home + "/bin/playloop", "up", "--help").said())
        .noneMatch(word -> word.startsWith("-XX:AOT"));
  }

  /// Told of an archive that is not there, a JVM takes none: not its own one either.
  @Test
  void anArchiveIsNamedWhereThereIsOneOrIsToBe() throws Exception {
    Path java = java("jre", "25.0.1");
    Path archive = cache().resolveSibling("playloop.jsa");
    for (String command : List.of("worker", "story")) {
      assertThat(called(folder, java, home + "/bin/playloop", command).said())
          .noneMatch(word -> word.isEmpty() || word.startsWith("-XX:SharedArchiveFile"));
    }
    assertThat(called(folder, java, home + "/bin/playloop", "run", "society").said())
        .contains("-XX:SharedArchiveFile=" + home.toRealPath() + "/.playloop/playloop.jsa");

    Files.createDirectories(archive.getParent());
    Files.writeString(archive, "an archive");
    for (String command : List.of("worker", "story")) {
      assertThat(called(folder, java, home + "/bin/playloop", command).said())
          .contains("-XX:SharedArchiveFile=" + home.toRealPath() + "/.playloop/playloop.jsa");
    }
  }

  @Test
  void whoeverStartsBehindItUsesWhatItLeft() throws Exception {
    Path java = java("jre", "25.0.1");
    called(folder, java, home + "/bin/playloop", "up");
    Files.writeString(cache(), "a cache");

    for (String command : List.of("up", "worker")) {
      assertThat(called(folder, java, home + "/bin/playloop", command).said())
          .contains("-XX:AOTCache=" + home.toRealPath() + "/.playloop/playloop.aot")
          .doesNotContain("-XX:AOTMode=record");
    }
    assertThat(called(folder, java, home + "/bin/playloop", "run", "society").said())
        .contains("-XX:SharedArchiveFile=" + home.toRealPath() + "/.playloop/playloop.jsa");
  }

  @Test
  void aCacheOfAnotherBuildOrJavaIsOneLineAndMadeAnew() throws Exception {
    called(folder, java("jre", "25.0.1"), home + "/bin/playloop", "up");
    Files.writeString(cache(), "a cache");
    assertThat(called(folder, java("other", "25.0.2"), home + "/bin/playloop", "up").said())
        .startsWith(
            "playloop: "
                + home.toRealPath()
                + "/.playloop/playloop.aot was made with another build or another Java; it is made"
                + " anew",
            "other")
        .contains("-XX:AOTMode=record");
    assertThat(cache()).doesNotExist();

    Files.writeString(cache(), "a cache");
    Files.writeString(home.resolve("playloop.jar"), "another build");
    assertThat(called(folder, java("other", "25.0.2"), home + "/bin/playloop", "up").said())
        .anyMatch(line -> line.contains("another build"));
  }

  /// Root may write anywhere, so the script is told that it may not.
  @Test
  void whereNothingMayBeWrittenAndNobodyIsAtHomeNothingIsStarted() throws Exception {
    Path script = home.resolve("bin/playloop");
    Files.writeString(script, Files.readString(script).replace("[ ! -w \"$home\" ]", "true"));
    String own = folder.resolve("own").toString();

    Ended nobody = called(folder, java("jre", "25"), "env", "-u", "HOME", script.toString(), "up");
    assertThat(nobody.code()).isEqualTo(3);
    assertThat(nobody.said()).last().asString().contains("XDG_STATE_HOME");
    assertThat(
            called(
                    folder,
                    java("jre", "25"),
                    "env",
                    "-u",
                    "HOME",
                    "XDG_STATE_HOME=" + own,
                    script.toString(),
                    "up")
                .said())
        .contains("-Dplayloop.home=" + own + "/playloop");
  }

  @Test
  void noCacheIsMadeWhereNoneIsWanted() throws Exception {
    Path java = java("jre", "25.0.1");
    List<String> script = new ArrayList<>(List.of("env", "PLAYLOOP_START_CACHE=off"));
    script.addAll(List.of(home + "/bin/playloop", "up"));

    assertThat(called(folder, java, script.toArray(String[]::new)).said())
        .noneMatch(word -> word.startsWith("-XX:AOT"));
    script.set(1, "PLAYLOOP_START_CACHE=perhaps");
    Ended refused = called(folder, java, script.toArray(String[]::new));
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.said())
        .containsExactly("playloop: PLAYLOOP_START_CACHE must be on or off, not 'perhaps'");
  }

  @Test
  void anEmulatorIsAProcessOfItsOwn() throws Exception {
    assertThat(
            called(folder, java("jre", "26-ea"), home + "/bin/playloop", "emulator", "--x").said())
        .endsWith("dev.playloop.worlds.emulator.EmulatorMain", "--x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"test", "bench", "chaos", "fuzz", "mutate", "lock", "package", "images"})
  void whatNeedsTheSourcesIsOneLine(String command) throws Exception {
    Ended ended = called(folder, java("jre", "25"), home + "/bin/playloop", command);

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.said()).singleElement().asString().contains("'" + command + "'", "checkout");
  }

  /// A checkout builds, and so needs the compiler.
  @Test
  void aCheckoutTakesNoJavaWithoutCompiler() throws Exception {
    List<String> script = new ArrayList<>(List.of("sh", "-c"));
    script.add(". '" + home + "/bin/start.sh'; java_major \"$1\" javac; java_major \"$1\" java");
    script.addAll(List.of("sh", java("jre", "25.0.3").toString()));

    assertThat(called(folder, folder, script.toArray(String[]::new)).said()).containsExactly("25");
  }
}
