package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.NpmFolder;
import dev.playloop.testkit.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// An export in which somebody changed what a model decided, opened as `console --file` does: the
/// entry is marked, with its number, and no other one is.
@Tag("slow")
class TamperedPageTest {
  private static final Path JOURNAL = Path.of("src/test/resources/journals/0.1.0.jsonl");
  private static final Path PICTURES = Path.of("target/screenshots").toAbsolutePath();
  private static final String ELI = "society/eli";

  @TempDir private Path folder;

  private Path forged() throws Exception {
    List<String> lines = Files.readAllLines(JOURNAL);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.contains("\"key\":\"" + ELI + "\"") && line.contains("decision-made")) {
        lines.set(i, line.replace("answered", "enswered"));
        return Files.write(folder.resolve("forged.jsonl"), lines);
      }
    }
    throw new AssertionError("nothing was changed");
  }

  @Test
  void theEntryIsMarkedOnTheSliderAndInItsRun() throws Exception {
    NpmFolder.require();
    Programs.require("chromium");
    Path file = forged();
    try (ShownFile shown = ShownFile.open(file)) {
      PageTab tab = PageTab.at(shown.door());
      List<JsonNode> unsound =
          tab.get("/api/entries?limit=200&agent=society%2Feli")
              .path("rows")
              .valueStream()
              .filter(row -> !row.path("sound").asBoolean())
              .toList();
      assertThat(unsound).hasSize(1);

      String seen =
          NpmFolder.run(
              "tampered.mjs",
              shown.door(),
              PICTURES.toString(),
              ELI,
              unsound.getFirst().path("run").stringValue(),
              String.valueOf(unsound.getFirst().path("seq").asLong()));

      assertThat(seen).contains("this entry does not verify");
    }
  }
}
