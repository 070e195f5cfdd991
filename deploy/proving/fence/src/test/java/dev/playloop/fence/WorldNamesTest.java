package dev.playloop.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A world is one folder: no name and no text of the product's code says which worlds there are,
/// outside the world's own folder and the list of those that are installed. What proves the product
/// may.
class WorldNamesTest {
  private static final Path LIST =
      Path.of("deploy/launcher/src/main/java/dev/playloop/launcher/InstalledWorlds.java");
  private static final Path PROVING = Path.of("deploy/proving");

  /// A game whose maps have villages.
  private static final Map<String, Path> OWN_WORDS = Map.of("village", Path.of("worlds/eternum"));

  /// A text, or a comment; what looks like a comment within a text is none.
  private static final Pattern TEXT_OR_COMMENT =
      Pattern.compile(
          "\"\"\"(?:[^\\\\\"]++|\\\\.|\"(?!\"\"))*+\"\"\"|\"(?:[^\"\\\\\\n]++|\\\\.)*+\"|'(?:\\\\.|[^'\\\\\\n])+'"
              + "|(?<comment>//[^\\n]*|/\\*.*?\\*/)",
          Pattern.DOTALL);

  @Test
  void noCodeNamesAWorldButItsOwnFolderAndTheList() throws IOException {
    List<String> worlds = Tree.worlds();
    List<String> found = new ArrayList<>();
    for (Path file : House.here().mainSources()) {
      Path where = Tree.root().relativize(file);
      if (!where.startsWith(PROVING) && !where.equals(LIST)) {
        worlds.stream()
            .filter(world -> !where.startsWith(Path.of("worlds", world)))
            .filter(world -> !where.startsWith(OWN_WORDS.getOrDefault(world, LIST)))
            .flatMap(world -> namings(read(file), world).stream())
            .forEach(line -> found.add(where + ": " + line));
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void theListNamesThemAll() {
    String list = read(Tree.root().resolve(LIST));
    assertThat(Tree.worlds())
        .isNotEmpty()
        .allSatisfy(world -> assertThat(namings(list, world)).isNotEmpty());
  }

  @Test
  void textsAndNamesCountAndCommentsDont() {
    String code =
        """
        /// Such as tally/ada.
        class A { // tally
          /* the tally
             of all */
          String url = "http://host"; // "tally"
          String text = "as \\"tally/ada\\"";
          TallyModule module;
          int TALLY_SIZE;
          char quote = '"'; // tally
          String block = \"""
              // tally
              \""";
        }
        """;
    assertThat(namings(code, "tally"))
        .containsExactly(
            "String text = \"as \\\"tally/ada\\\"\";",
            "TallyModule module;",
            "int TALLY_SIZE;",
            "// tally");
  }

  /// The lines of `code` whose names or texts hold the world's name, in any case.
  private static List<String> namings(String code, String world) {
    Matcher matcher = TEXT_OR_COMMENT.matcher(code);
    String said =
        matcher.replaceAll(
            match -> match.group("comment") == null ? Matcher.quoteReplacement(match.group()) : "");
    Pattern name = Pattern.compile(Pattern.quote(world), Pattern.CASE_INSENSITIVE);
    return said.lines().filter(line -> name.matcher(line).find()).map(String::strip).toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
