package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.OwnFiles;
import dev.playloop.launcher.cli.Playloop;
import dev.playloop.launcher.watch.Terminal;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/// `run` says at its start where to look, and at its end how to look again.
@Execution(ExecutionMode.SAME_THREAD)
class RunPageTest {
  private static final Pattern PAGE =
      Pattern.compile(
          "(?m)^look at it while it runs: (http://127\\.0\\.0\\.1:\\d+)/#token=[0-9a-f]+$");

  @TempDir Path folder;

  @Test
  void isThereWhileAnExamplePlaysAndItsJournalAfterwards() {
    Path data = folder.resolve("data");
    Visitor visitor = new Visitor();

    int code =
        Playloop.commandLine()
            .setOut(Terminal.over(visitor))
            .execute("run", "kernel", "--data", data.toString());

    List<String> lines = visitor.toString().lines().toList();
    assertThat(code).as(visitor.toString()).isZero();
    assertThat(visitor.answer).as("of the page, before the first step").isEqualTo(200);
    assertThat(lines.getLast())
        .isEqualTo("the same journal again: ./playloop console --data " + data);
  }

  @Test
  void withoutAFolderItsJournalIsKeptUntilTheNextRun() throws Exception {
    Path kept = folder.resolve(".playloop/last-run.jsonl");
    OwnFiles.folder(folder.resolve(".playloop"));
    Files.writeString(kept, "of the run before");
    Files.writeString(kept.resolveSibling(".last-run.jsonl.999999999"), "of one that was killed");
    Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rw-r--r--"));

    Said said = played();

    String command = "the same journal again, until the next run: ./playloop console --file ";
    assertThat(said.code()).as(said.text()).isZero();
    assertThat(said.last()).startsWith(command);
    Path file = Path.of(said.last().substring(command.length()));
    assertThat(file).isEqualTo(kept);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    JsonNode runs = runsIn(file);
    assertThat(runs.findValuesAsString("agent"))
        .isNotEmpty()
        .allMatch(a -> a.startsWith("kernel/"));
    assertThat(runs.findValuesAsString("outcome")).containsOnly("COMPLETED");
    try (Stream<Path> left = Files.list(kept.getParent())) {
      assertThat(left).containsExactly(kept);
    }
  }

  @Test
  void aProgramIsToldNothingOfItAndFindsItAllTheSame() throws IOException {
    Said said = played("--json");

    assertThat(said.code()).as(said.text()).isZero();
    assertThat(said.lines()).isNotEmpty().allMatch(line -> line.startsWith("{"));
    assertThat(said.text()).doesNotContain("last-run");
    assertThat(folder.resolve(".playloop/last-run.jsonl")).isNotEmptyFile();
  }

  @Test
  void whereItCanNotBeKeptTheRunIsNoWorse() throws IOException {
    Files.writeString(folder.resolve(".playloop"), "no folder");

    Said said = played();

    assertThat(said.code()).as(said.text()).isZero();
    assertThat(said.last())
        .startsWith("its journal is gone: ")
        .contains(folder.resolve(".playloop") + " is a file", "--data DIR keeps it");
    assertThat(said.lines().get(said.lines().size() - 2)).startsWith("stopped after ");
  }

  @Test
  void aSealedJournalIsNotKeptWithoutItsKeys() throws IOException {
    Path key = folder.resolve("master.key");
    OwnFiles.write(key, Base64.getEncoder().encodeToString(new byte[32]));
    Path config =
        Files.writeString(
            folder.resolve("sealed.properties"), "playloop.subject.master.key=file:" + key);

    Said said = played("--config", config.toString());

    assertThat(said.code()).as(said.text()).isZero();
    assertThat(said.last())
        .isEqualTo(
            "its journal was sealed, and is gone with its keys; --data DIR keeps it, which"
                + " './playloop console --data DIR' opens again");
    assertThat(folder.resolve(".playloop/last-run.jsonl")).doesNotExist();
  }

  private record Said(int code, String text) {
    List<String> lines() {
      return text.lines().toList();
    }

    String last() {
      return lines().getLast();
    }
  }

  /// What a run without a folder prints, where `folder` is what the start script says is ours.
  private Said played(String... more) {
    StringWriter out = new StringWriter();
    List<String> words = new ArrayList<>(List.of("run", "kernel", "--no-console"));
    words.addAll(List.of(more));
    String before = System.setProperty("playloop.home", folder.toString());
    try {
      int code =
          Playloop.commandLine().setOut(Terminal.over(out)).execute(words.toArray(String[]::new));
      return new Said(code, out.toString());
    } finally {
      if (before == null) {
        System.clearProperty("playloop.home");
      } else {
        System.setProperty("playloop.home", before);
      }
    }
  }

  /// As `console --file` opens it.
  private static JsonNode runsIn(Path file) throws Exception {
    try (ShownFile shown = ShownFile.open(file)) {
      return PageTab.at(shown.door()).get("/api/runs").path("rows");
    }
  }

  /// Reads what is printed, and asks for the page as soon as its address is.
  private static final class Visitor extends StringWriter {
    int answer;

    @Override
    public void flush() {
      Matcher page = PAGE.matcher(toString());
      if (answer == 0 && page.find()) {
        assertThat(toString().substring(page.end()).strip()).isEmpty();
        answer = asked(URI.create(page.group(1)));
      }
    }

    private static int asked(URI page) {
      try (HttpClient client = HttpClient.newHttpClient()) {
        return client
            .send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
            .statusCode();
      } catch (IOException e) {
        return -1;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return -1;
      }
    }
  }
}
