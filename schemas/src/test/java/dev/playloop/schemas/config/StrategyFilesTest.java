package dev.playloop.schemas.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.AgentConfig;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What an agent knows of its world, in a file of its own.
class StrategyFilesTest extends ConfigCase {
  private final Map<String, byte[]> files = new HashMap<>();
  private final List<String> asked = new ArrayList<>();

  private List<AgentConfig> read(String instructions) {
    String text =
        """
        - agent: tally/ada
          actor: ada
          instructions: %s
        - agent: tally/bob
          actor: bob
          instructions: {identity: Bob., strategy: Wait.}
        """
            .formatted(instructions);
    return new ConfigFile("agents.yaml", text)
        .agents(
            config -> List.of(),
            (name, most) -> {
              asked.add(name);
              byte[] all = files.get(name);
              return all == null ? null : Arrays.copyOf(all, Math.min(most, all.length));
            });
  }

  private InvalidFileException refusedOf(String instructions) {
    return refused(() -> read(instructions));
  }

  private void file(String name, String text) {
    files.put(name, text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theTextOfTheFileIsTheStrategy() {
    file("soul.md", "# Soul\n\nÜber alles: wait.\n");
    assertThat(read("{identity: Ada., strategyFile: soul.md}"))
        .extracting(one -> one.instructions().strategy())
        .containsExactly("# Soul\n\nÜber alles: wait.\n", "Wait.");
  }

  @Test
  void oneInAFolderBelowIsFound() {
    file("souls/ada.v2.md", "Build.");
    assertThat(read("{identity: Ada., strategyFile: souls/ada.v2.md}").getFirst().instructions())
        .isEqualTo(new AgentConfig.Instructions("Ada.", "Build.", List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../soul.md",
        "..",
        ".",
        "/etc/passwd",
        "a/../../soul.md",
        "a/./soul.md",
        ".soul.md",
        "a//soul.md",
        "soul.md/",
        "C:soul.md",
        "'a\\soul.md'",
        "'soul .md'",
        "\"soul\\n.md\"",
        "''",
        "7",
        "null",
        "[soul.md]",
        "{a: soul.md}",
        "file:soul.md",
        "sóul.md",
      })
  void aNameThatMayLeadElsewhereIsNeverRead(String name) {
    InvalidFileException refused = refusedOf("{identity: Ada., strategyFile: " + name + "}");

    assertThat(refused.problems())
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.line()).isEqualTo(3);
          assertThat(problem.field()).endsWith("instructions.strategyFile");
          assertThat(problem.expected()).contains("in the same folder");
        });
    assertThat(asked).isEmpty();
  }

  @Test
  void aNameThatIsTooLongIsNeverRead() {
    refusedOf("{identity: Ada., strategyFile: " + "a".repeat(201) + "}");
    assertThat(asked).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {identity: Ada., strategyFile: none.md}                 | which is none of its files
          {identity: Ada., strategyFile: soul.md, strategy: Wait} | both
          {identity: Ada., strategyFile: empty.md}                | nothing
          {identity: Ada., strategyFile: long.md}                 | more
          """)
  void whatIsNoStrategyIsRefusedWithItsLine(String instructions, String got) {
    file("soul.md", "Wait.");
    file("empty.md", " \n\n");
    file("long.md", "a".repeat(StrategyFiles.MAX_BYTES + 1));

    assertThat(refusedOf(instructions).problems())
        .anySatisfy(problem -> {
          assertThat(problem.line()).isEqualTo(3);
          assertThat(problem.field()).endsWith("strategyFile");
          assertThat(problem.got()).contains(got);
        });
  }

  @Test
  void theLongestOneIsRead() {
    file("long.md", "a".repeat(StrategyFiles.MAX_BYTES));
    assertThat(read("{identity: Ada., strategyFile: long.md}").getFirst().instructions().strategy())
        .hasSize(StrategyFiles.MAX_BYTES);
  }

  @Test
  void whatIsNoTextIsRefusedWithTheFilesOwnName() {
    files.put("soul.md", new byte[] {'a', '\n', (byte) 0xC3, '('});
    assertThat(refusedOf("{identity: Ada., strategyFile: soul.md}"))
        .hasMessageContaining("soul.md")
        .hasMessageContaining("text in UTF-8");
    files.put("soul.md", new byte[] {'a', 0});
    assertThat(refusedOf("{identity: Ada., strategyFile: soul.md}"))
        .hasMessageContaining("text without NUL");
  }

  @Test
  void whereNoFolderIsThereAreNoFiles() {
    String text = "- {agent: tally/ada, actor: a, instructions: {identity: A, strategyFile: s.md}}";
    InvalidFileException refused = refused(() -> new ConfigFile("agents.yaml", text).agents());
    assertThat(refused).hasMessageContaining("none of its files");
  }
}
