package dev.playloop.proving.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The one command that brings compose up, in a copy of its folder, beside a `docker` that only
/// writes down what it is asked: no engine is.
class UpScriptTest {
  private static final Map<String, String> MODEL =
      Map.of(
          "PLAYLOOP_MODEL_URL", "https://models.example.com/v1",
          "PLAYLOOP_MODEL_NAME", "greeter",
          "PLAYLOOP_MODEL_KEY", "sk-1");
  private static final String INSPECT = "docker image inspect playloop:0.1.0";
  private static final String LOAD = "docker load -i ../../target/playloop-0.1.0-image.tar";

  @TempDir private Path folder;
  private Path compose;
  private Path bin;
  private Path calls;

  @BeforeEach
  void copy() throws IOException {
    compose = Files.createDirectories(folder.resolve("deploy/compose"));
    for (String name : List.of("up", "compose.yaml", "env.example")) {
      Files.copy(Unpacked.root().resolve("deploy/compose").resolve(name), compose.resolve(name));
    }
    calls = folder.resolve("calls.txt");
    bin = Files.createDirectories(folder.resolve("bin"));
    for (String name :
        List.of("sh", "dirname", "sed", "tr", "od", "grep", "mv", "rm", "mkdir", "cat")) {
      Files.createSymbolicLink(bin.resolve(name), onPath(name));
    }
    program(
        bin.resolve("docker"),
        """
        case " $NOT " in *" $1 $2 "* | *" $1 "*) exit 1 ;; esac
        [ "$1" != volume ] || exit ${VOLUME:-1}
        [ "$2" != up ] || echo "and its key is ${PLAYLOOP_MODEL_KEY:-of the file}"
        """);
    program(
        folder.resolve("playloop"),
        "mkdir -p '%1$s' && : >'%1$s/playloop-0.1.0-image.tar'"
            .formatted(folder.resolve("target")));
  }

  /// One that writes down what it is asked, and then does this.
  private void program(Path file, String does) throws IOException {
    Files.writeString(file, "#!/bin/sh\necho \"${0##*/} $*\" >>'%s'\n%s\n".formatted(calls, does));
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static Path onPath(String name) {
    return Stream.of(Objects.requireNonNull(System.getenv("PATH")).split(":", -1))
        .map(each -> Path.of(each, name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no " + name));
  }

  /// @param not what `docker` can't do
  private Unpacked.Ended up(Map<String, String> variables, String not)
      throws IOException, InterruptedException {
    ProcessBuilder program =
        new ProcessBuilder(bin.resolve("sh").toString(), compose.resolve("up").toString());
    program.directory(folder.toFile()).environment().clear();
    program.environment().putAll(variables);
    program.environment().put("PATH", bin.toString());
    program.environment().put("NOT", not);
    return Unpacked.ended(folder, program);
  }

  private Map<String, String> env() throws IOException {
    try (Stream<String> lines = Files.lines(compose.resolve(".env"))) {
      return lines
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("=", 2))
          .collect(Collectors.toMap(line -> line[0], line -> line[1]));
    }
  }

  @Test
  void oneCommandMakesSecretsAndImageAndStartsAllWithItsAgents() throws Exception {
    Unpacked.Ended ended = up(MODEL, "image");

    assertThat(ended.code()).as(ended.said()).isZero();
    assertThat(ended.said()).contains("http://localhost:8090");
    assertThat(Files.readAllLines(calls))
        .containsExactly(
            "docker version",
            "docker compose version",
            "docker volume inspect playloop_postgres",
            INSPECT,
            "playloop images",
            LOAD,
            "docker compose up -d --wait",
            "docker compose run --rm -T seed",
            "docker compose run --rm -T agents");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(compose.resolve(".env"))))
        .isEqualTo("rw-------");
    assertThat(env())
        .containsAllEntriesOf(MODEL)
        .containsEntry("COMPOSE_PROJECT_NAME", "playloop")
        .hasSize(7);
    assertThat(
            List.of(
                env().get("POSTGRES_PASSWORD"),
                env().get("PLAYLOOP_HTTP_TOKEN"),
                env().get("GRAFANA_PASSWORD")))
        .doesNotHaveDuplicates()
        .allMatch(secret -> secret.matches("[0-9a-f]{48}"));
    assertThat(ended.said()).doesNotContain(env().get("POSTGRES_PASSWORD"), "sk-1");
  }

  @Test
  void aSecondCallLeavesWhatIsThere() throws Exception {
    up(MODEL, "image");
    byte[] made = Files.readAllBytes(compose.resolve(".env"));
    Files.delete(calls);

    Unpacked.Ended ended = up(Map.of("PLAYLOOP_MODEL_KEY", "sk-2"), "");

    assertThat(ended.code()).as(ended.said()).isZero();
    assertThat(compose.resolve(".env")).hasBinaryContent(made);
    assertThat(ended.said()).contains("and its key is of the file");
    assertThat(Files.readAllLines(calls))
        .contains(INSPECT, "docker compose up -d --wait")
        .doesNotContain("playloop images", LOAD);
  }

  @Test
  void aDatabaseThatKnowsAnotherPasswordIsLeftAlone() throws Exception {
    Map<String, String> there = new HashMap<>(MODEL);
    there.put("VOLUME", "0");
    Unpacked.Ended ended = up(there, "");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.said()).contains("an earlier .env", "Next: ", "COMPOSE_PROJECT_NAME");
    assertThat(compose.resolve(".env")).doesNotExist();
    assertThat(Files.readAllLines(calls)).noneMatch(call -> call.contains(" up "));
  }

  @Test
  void aFolderIsTheOneThatItsCallerMeans() throws Exception {
    Map<String, String> mine = new HashMap<>(MODEL);
    mine.put("AGENTS", "mygame");

    assertThat(up(mine, "image").code()).isZero();
    assertThat(env()).containsEntry("AGENTS", folder + "/mygame");
  }

  @Test
  void whatIsSetIsWrittenDown() throws Exception {
    up(
        Map.of(
            "PLAYLOOP_MODEL_URL", "http://10.0.0.1:8000/v1",
            "PLAYLOOP_MODEL_NAME", "my own $model",
            "AGENTS", "/srv/game",
            "ROLE_IMAGE", "registry.example.com/playloop:0.1.0",
            "CONSOLE_PORT", "9090"),
        "image");

    assertThat(env())
        .containsEntry("PLAYLOOP_MODEL_NAME", "'my own $model'")
        .containsEntry("PLAYLOOP_MODEL_KEY", "none")
        .containsEntry("AGENTS", "/srv/game")
        .containsEntry("CONSOLE_PORT", "9090");
    assertThat(Files.readAllLines(calls))
        .as("an image of a registry is compose's to fetch")
        .doesNotContain(INSPECT, LOAD);
  }

  @Test
  void anImageThatWasMadeIsLoaded() throws Exception {
    Files.createDirectories(folder.resolve("target"));
    Files.writeString(folder.resolve("target/playloop-0.1.0-image.tar"), "");

    up(MODEL, "image");
    assertThat(Files.readAllLines(calls)).contains(LOAD).doesNotContain("playloop images");
  }

  @Test
  void theElderComposeDoesNotKnowHowToWait() throws Exception {
    program(bin.resolve("docker-compose"), "");

    assertThat(up(MODEL, "compose").code()).isZero();
    assertThat(Files.readAllLines(calls))
        .containsSubsequence("docker-compose up -d", "docker-compose run --rm -T agents");
  }

  @Test
  void whoNamesNoModelIsToldHowInOneLineAndNothingIsMade() throws Exception {
    Unpacked.Ended ended = up(Map.of("PLAYLOOP_MODEL_KEY", "sk-1"), "");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.said().lines())
        .singleElement()
        .asString()
        .contains("PLAYLOOP_MODEL_URL=", "PLAYLOOP_MODEL_NAME=", "PLAYLOOP_MODEL_KEY=");
    assertThat(compose.resolve(".env")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"it's", "a\nb", "back\\slash", "a${b}"})
  void whatAFileOfVariablesCantHoldIsRefused(String key) throws Exception {
    Unpacked.Ended ended =
        up(
            Map.of(
                "PLAYLOOP_MODEL_URL",
                "https://a",
                "PLAYLOOP_MODEL_NAME",
                "m",
                "PLAYLOOP_MODEL_KEY",
                key),
            "");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.said()).contains("PLAYLOOP_MODEL_KEY").doesNotContain(key);
    assertThat(compose).isDirectoryNotContaining("glob:**/.env*");
  }

  @Test
  void whatIsMissingIsNamedWithTheNextStep() throws Exception {
    missing(up(MODEL, "version"), "no engine answers");
    missing(up(MODEL, "compose"), "docker has no compose");
    Files.delete(bin.resolve("docker"));
    missing(up(MODEL, ""), "no docker on the PATH");
    assertThat(compose.resolve(".env")).doesNotExist();
  }

  private static void missing(Unpacked.Ended ended, String what) {
    assertThat(ended.code()).as(ended.said()).isEqualTo(3);
    assertThat(ended.said()).contains(what, "Next: ");
  }
}
