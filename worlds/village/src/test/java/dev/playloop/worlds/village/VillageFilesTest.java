package dev.playloop.worlds.village;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.model.CannotOpenWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How the game gets onto a machine, with a program in place of npm.
class VillageFilesTest {
  private static final String WHOLE = "game/node_modules/.package-lock.json";

  @TempDir Path folder;

  private Path installed(String npm) throws IOException, InterruptedException {
    return installed(tools(npm, ""));
  }

  private Path installed(NodeTools tools) throws IOException, InterruptedException {
    return VillageGame.installed(folder.resolve("games"), tools, false);
  }

  private Path watched(String npm, String node) throws IOException, InterruptedException {
    return VillageGame.installed(folder.resolve("games"), tools(npm, node), true);
  }

  private NodeTools tools(String npm, String node) throws IOException {
    return new NodeTools(program("node", node), program("npm", npm), folder.resolve("npm.log"));
  }

  private Path program(String name, String script) throws IOException {
    Path program = folder.resolve(name);
    Files.writeString(program, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return program;
  }

  private static String whole() {
    return "echo ran; mkdir -p node_modules; echo {} > node_modules/.package-lock.json";
  }

  private long runs() throws IOException {
    try (Stream<String> lines = Files.lines(folder.resolve("npm.log"))) {
      return lines.filter("ran"::equals).count();
    }
  }

  private List<String> games() throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("games"))) {
      return all.map(each -> each.getFileName().toString())
          .filter(name -> !name.equals("lock"))
          .toList();
    }
  }

  @Test
  void itIsInstalledOnceWithTheClientBesideIt() throws Exception {
    Path first = installed(whole());

    assertThat(first.resolve("game/game.mjs")).exists();
    assertThat(first.resolve("client/playloop.js")).exists();
    assertThat(installed(whole())).isEqualTo(first);
    assertThat(runs()).isEqualTo(1);
    assertThat(games()).as("nothing half made stays").hasSize(1);
  }

  @Test
  void whatWasTornIsInstalledAnew() throws Exception {
    Path first = installed(whole());
    Files.delete(first.resolve(WHOLE));

    assertThat(installed(whole()).resolve(WHOLE)).exists();
    assertThat(runs()).isEqualTo(2);
    assertThat(games()).hasSize(1);
  }

  @Test
  void anNpmThatFailsLeavesNothingBehind() throws Exception {
    assertThatThrownBy(() -> installed("mkdir -p node_modules; exit 1"))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("npm failed");
    assertThat(games()).isEmpty();
  }

  @Test
  void severalWhoComeAtOnceHaveTheSame() throws Exception {
    installed(whole());
    Files.delete(installed(whole()).resolve(WHOLE));
    // Written once, before the threads: a program that is open for writing can't be started.
    NodeTools tools = tools(whole(), "");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Path>> all = threads.invokeAll(Collections.nCopies(4, () -> installed(tools)));
      for (Future<Path> each : all) {
        assertThat(each.get().resolve(WHOLE)).exists();
      }
    }
    assertThat(runs()).as("torn once, made anew once").isEqualTo(2);
    assertThat(games()).hasSize(1);
  }

  @Test
  void thePageIsBuiltOnceByWhoFirstWatchesAndForNobodyElse() throws Exception {
    Path game = installed(whole());
    assertThat(runs()).isEqualTo(1);
    assertThat(VillagePage.of(game)).doesNotExist();

    assertThat(watched(whole(), built())).isEqualTo(game);
    assertThat(VillagePage.of(game)).isDirectoryContaining("glob:**index.html");
    assertThat(game.resolve("watch/node_modules")).as("what it was made with").doesNotExist();
    assertThat(game.resolve(WHOLE)).exists();
    assertThat(runs()).isEqualTo(2);

    assertThat(watched(whole(), built())).isEqualTo(game);
    assertThat(runs()).isEqualTo(2);
  }

  @Test
  void aPageThatCannotBeBuiltIsTriedAgain() throws Exception {
    assertThatThrownBy(() -> watched(whole(), "exit 1"))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("node failed");
    assertThat(VillagePage.of(watched(whole(), built()))).exists();
  }

  private static String built() {
    return "[ \"$1\" = build.mjs ] && [ -d node_modules ] && mkdir built && echo > built/index.html";
  }

  @Test
  void noneOfOurSecretsComesThrough() {
    ProcessBuilder builder = new ProcessBuilder("node");
    builder.environment().put("PLAYLOOP_MODEL_KEY", "secret");
    builder.environment().put("OPENAI_API_KEY", "secret");
    builder.environment().put("MASTER", "secret");
    builder.environment().put("HTTPS_PROXY", "http://proxy");

    assertThat(NodeTools.alone(builder).environment())
        .doesNotContainValue("secret")
        .containsKeys("PATH", "HTTPS_PROXY");
  }
}
