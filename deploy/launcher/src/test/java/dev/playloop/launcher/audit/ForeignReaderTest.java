package dev.playloop.launcher.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The journal's format is what docs/audit.md says: a script in another language, written from that
/// page alone, follows the chains of an export, reads each value as JSON, and finds what was
/// changed. NOT RUN where there is no python3.
class ForeignReaderTest {
  private static final long SECONDS = 60;

  @TempDir Path folder;

  private record Said(int code, String text) {}

  private Said python(String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3"));
    command.addAll(List.of(args));
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    return new Said(process.exitValue(), Files.readString(out));
  }

  private Said follow(Path export) throws IOException, InterruptedException {
    try (var script =
        Objects.requireNonNull(ForeignReaderTest.class.getResourceAsStream("/follow.py"))) {
      Path file = folder.resolve("follow.py");
      Files.write(file, script.readAllBytes());
      return python(file.toString(), export.toString());
    }
  }

  @BeforeEach
  void needsPython() throws InterruptedException {
    Programs.require("python3");
  }

  @Test
  void aStrangerFollowsTheChains() throws IOException, InterruptedException {
    Said said = follow(GoldenJournals.all().getLast());

    assertThat(said.code()).as(said.text()).isZero();
    assertThat(said.text()).contains("entries of 7 agents, 0 without payload");
  }

  @ParameterizedTest
  @CsvSource({
    "DONE! I hit, DONE! I hat, the payload is not the one of its envelope",
    "decision-made, decision-mad3, does not follow the entry before it",
    "previous, prevoius, previous"
  })
  void aStrangerFindsWhatWasChanged(String from, String to, String problem)
      throws IOException, InterruptedException {
    String text = Files.readString(GoldenJournals.all().getLast());
    int at = text.indexOf(from, text.indexOf("\"type\":\"entry\""));
    assertThat(at).isPositive();
    Path edited = folder.resolve("edited.jsonl");
    Files.writeString(
        edited,
        text.substring(0, at) + to + text.substring(at + from.length()),
        StandardCharsets.UTF_8);

    Said said = follow(edited);

    assertThat(said.code()).isEqualTo(1);
    assertThat(said.text()).contains(problem);
  }
}
