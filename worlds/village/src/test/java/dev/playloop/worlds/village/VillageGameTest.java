package dev.playloop.worlds.village;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.playloop.testkit.Programs;
import dev.playloop.worlds.model.CannotOpenWorld;
import dev.playloop.worlds.model.game.GameStart;
import dev.playloop.worlds.model.game.RunningGame;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The real game as a process. It needs Node and npm, and npm its registry once.
@Tag("slow")
class VillageGameTest {
  private static final Path PROGRAMS = Path.of("target/games").toAbsolutePath();
  private static final Path TESTS = Path.of("src/test").toAbsolutePath();
  private static final Path PICTURES = Path.of("target/pictures").toAbsolutePath();
  private static final Duration SUITE_LIMIT = Duration.ofMinutes(8);

  @TempDir Path store;

  @BeforeEach
  void needsNode() throws InterruptedException {
    Programs.require("node", "npm");
  }

  /// Nobody listens there: the game goes on asking, as it does in an outage.
  private GameStart start() {
    return new GameStart(
        PROGRAMS, store, GameStart.Joins.at("http://127.0.0.1:9"), "nobody's", Set.of());
  }

  /// What the game does is tested where it is written.
  @Test
  void theGamesOwnTestsPass() throws Exception {
    String told = suite("node");
    assertThat(told).containsPattern("# pass [1-9][0-9]{1,3}\n# fail 0");
    assumeTrue(told.contains("# skipped 0"), "NOT RUN: a part, on a machine that was too busy");
  }

  /// What people see who watch; the pictures are left where they can be looked at.
  @Test
  void whoWatchesSeesAVillagerSpeak() throws Exception {
    Programs.require("chromium");
    assertThat(suite("screen")).containsPattern("# pass [1-9]\n# fail 0");
    assertThat(PICTURES.resolve("speaking.png")).isNotEmptyFile();
    System.out.println("pictures of the page: " + PICTURES);
  }

  private String suite(String folder) throws Exception {
    boolean isWatched = folder.equals("screen");
    NodeTools tools =
        new NodeTools(NodeTools.needed("node"), NodeTools.needed("npm"), store.resolve("npm.log"));
    Path game = VillageGame.installed(PROGRAMS, tools, isWatched);
    List<String> words = new ArrayList<>(List.of("node", "--test", "--test-concurrency=1"));
    try (Stream<Path> files = Files.list(TESTS.resolve(folder))) {
      files
          .map(Path::toString)
          .filter(name -> name.endsWith(".test.mjs"))
          .sorted()
          .forEach(words::add);
    }
    Path said = store.resolve("suite.txt");
    ProcessBuilder suite =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(said.toFile());
    suite.environment().put("VILLAGE_GAME", game.resolve("game").toString());
    suite.environment().put("VILLAGE_WATCH", game.resolve("watch").toString());
    suite.environment().put("PICTURES", PICTURES.toString());
    Process process = suite.start();
    boolean ended = process.waitFor(SUITE_LIMIT.toSeconds(), TimeUnit.SECONDS);
    process.destroyForcibly();

    assertThat(ended).as("the suite ends: %s", said).isTrue();
    assertThat(process.exitValue()).as(failures(said)).isZero();
    return Files.readString(said);
  }

  private static String failures(Path said) throws IOException {
    try (Stream<String> lines = Files.lines(said)) {
      return String.join(
          "\n", lines.dropWhile(line -> !line.contains("not ok")).limit(60).toList());
    }
  }

  @Test
  void itIsThereWhileItIsHeldAndGoneWhenItIsClosed() throws Exception {
    RunningGame game = new VillageGame().start(start());
    URI seen = URI.create(game.at() + "/seen/places?kind=npc");
    try (game) {
      assertThat(asked(seen)).contains("\"mira\"", "\"bram\"", "\"odo\"");
      assertThat(game.failure()).isEmpty();
      assertThat(game.isPlaying()).isFalse();
    }
    assertThatThrownBy(() -> asked(seen)).isInstanceOf(IOException.class);
    assertThat(game.failure()).hasValueSatisfying(why -> assertThat(why).contains("ended"));
  }

  /// The log does not tell: the other one writes to it, too, and may have the last word.
  @Test
  void whoCannotStartSaysWhy() throws Exception {
    try (RunningGame first = new VillageGame().start(start())) {
      assertThat(first.at()).startsWith("http://127.0.0.1:");
      Path log = store.resolve("process.log");
      Files.delete(log);
      Files.createSymbolicLink(log, Path.of("/dev/null"));
      assertThatThrownBy(() -> new VillageGame().start(start()))
          .isInstanceOfSatisfying(
              CannotOpenWorld.class,
              e -> {
                assertThat(e.getMessage()).contains("plays in this folder");
                assertThat(e.nextStep()).contains("doctor");
              });
    }
  }

  private static String asked(URI uri) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      return client
          .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }
}
