package dev.playloop.proving.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.process.Ports;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.testkit.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// From nothing to an agent's answer in a game of one's own, in each language, by the README's own
/// lines: they are read from the page, and typed in an empty folder. `./playloop` there is the one
/// of a package, or of the folder that `-Dplayloop.first.game=FOLDER` names.
@EmbeddedOnly("it starts servers of its own")
class FirstGameTest {
  private static final int MAX_LINES = 40;

  /// A game is compiled by then, and a system is started.
  private static final Duration UP_WITHIN = Duration.ofMinutes(10);

  private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
  private static final Pattern ROW =
      Pattern.compile("\\| ([^|]+) \\| `(\\w+)` \\| `([^`]+)` \\|\n");

  @TempDir static Path folder;
  private static Path home;
  private static Path java;

  /// What the page says of one language.
  ///
  /// @param first what is typed in the first terminal, and ends with a system that is up
  /// @param second what is typed in the second one
  record Lines(String language, List<String> first, List<String> second) {
    @Override
    public String toString() {
      return language;
    }

    /// The programs that the game is made and started by.
    String[] programs() {
      return Stream.of(first.get(2).split(" && ", -1))
          .map(command -> command.split(" ", 2)[0])
          .toArray(String[]::new);
    }
  }

  @BeforeAll
  static void unpack() throws IOException, InterruptedException {
    String given = System.getProperty("playloop.first.game", "");
    if (given.isEmpty()) {
      Unpacked unpacked = Unpacked.in(folder);
      home = unpacked.home();
      java = unpacked.jre();
    } else {
      home = Path.of(given).toAbsolutePath();
      java = Path.of(System.getProperty("java.home"));
    }
  }

  static List<Lines> languages() throws IOException {
    String page = Files.readString(Unpacked.root().resolve("README.md"));
    String section = page.substring(page.indexOf("\n## Your own game\n"));
    section = section.substring(0, section.indexOf("\n## ", 1));
    List<List<String>> blocks =
        BLOCK.matcher(section).results().map(block -> block.group(1).lines().toList()).toList();
    List<MatchResult> rows = ROW.matcher(section).results().toList();
    assertThat(blocks).hasSize(2);
    assertThat(rows).hasSize(4);
    MatchResult shown = rows.getFirst();
    return rows.stream()
        .map(row -> {
          List<String> first = new ArrayList<>(blocks.getFirst());
          first.replaceAll(line ->
              line.equals(shown.group(3))
                  ? row.group(3)
                  : line.replace("--language " + shown.group(2), "--language " + row.group(2)));
          return new Lines(row.group(2), first, blocks.getLast());
        })
        .toList();
  }

  @ParameterizedTest
  @MethodSource("languages")
  void theLinesOfTheReadmeLeadToAnAnswer(Lines lines) throws Exception {
    for (String program : lines.programs()) {
      if (!program.equals("java")) {
        Programs.require(program);
      }
    }
    Path empty = Files.createDirectory(folder.resolve(lines.language()));
    Files.createSymbolicLink(empty.resolve("playloop"), home.resolve("playloop"));
    int port = Ports.next(); // the game listens there half a minute later
    long begun = System.nanoTime();
    Path said = empty.resolve("first.txt");
    Process first =
        shell(empty, port, elsewhere(lines.first(), port))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      Await.until(
          UP_WITHIN,
          () -> Unpacked.text(said),
          text -> text.contains("Playloop is up") || !first.isAlive());
      assertThat(Unpacked.text(said)).contains("Playloop is up");
      Unpacked.Ended second =
          Unpacked.ended(empty, shell(empty, port, String.join("\n", lines.second())));
      Duration took = Duration.ofNanos(System.nanoTime() - begun);

      assertThat(second.said()).contains("The bell has been rung 1 times now.");
      assertThat(second.code()).as(second.said()).isZero();
      int count = lines.first().size() + lines.second().size();
      System.out.printf(
          "%s: %d lines, %d s from the first one to the answer%n",
          lines.language(), count, took.toSeconds());
      assertThat(count).isLessThanOrEqualTo(MAX_LINES);
    } finally {
      List<ProcessHandle> all = new ArrayList<>(first.descendants().toList());
      all.add(first.toHandle());
      all.forEach(ProcessHandle::destroy);
      all.forEach(each -> each.onExit().join());
    }
  }

  /// The lines as they stand on the page; only the game's port is one that is free here.
  private static String elsewhere(List<String> lines, int port) {
    List<String> typed = new ArrayList<>(lines);
    typed.add(1, "sed -i.bak 's/:7777/:" + port + "/' tavern/world.yaml");
    return String.join("\n", typed);
  }

  private static ProcessBuilder shell(Path empty, int port, String typed) throws IOException {
    ProcessBuilder shell = new ProcessBuilder("sh", "-ec", typed).directory(empty.toFile());
    Map<String, String> environment = shell.environment();
    environment.keySet().removeIf(name -> name.startsWith("PLAYLOOP_"));
    environment.put("JAVA_HOME", java.toString());
    // The game in Java is compiled, by the JDK that is here.
    environment.merge(
        "PATH",
        Path.of(System.getProperty("java.home"), "bin").toString(),
        (old, own) -> own + ":" + old);
    environment.put("GAME_PORT", String.valueOf(port));
    environment.put("PLAYLOOP_HTTP_PORT", "0");
    environment.put("PLAYLOOP_START_CACHE", "off");
    return shell;
  }
}
