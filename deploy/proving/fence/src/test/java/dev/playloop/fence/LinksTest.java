package dev.playloop.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The pages of this repository: what one of them points at is there, and a newcomer is led to
/// each.
class LinksTest {
  private static final Path ROOT = Tree.root();
  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*Test)\\b");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]*)(?:#([^)\\s]+))?\\)");

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        Path target =
            link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
        if (!Files.exists(target) || !hasHeading(target, link.group(2))) {
          broken.add(ROOT.relativize(page) + ": " + link.group());
        }
      }
    }

    assertThat(broken).isEmpty();
  }

  /// Whoever reads which test holds a guarantee finds it under that name.
  @Test
  void everyTestThatIsNamedIsThere() throws IOException {
    Set<String> there = new HashSet<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith("Test.java"))
          .forEach(name -> there.add(name.substring(0, name.length() - ".java".length())));
    }
    assertThat(there).contains("LinksTest");
    List<String> gone = new ArrayList<>();
    for (Path page : pages()) {
      Matcher named = TEST.matcher(Files.readString(page));
      while (named.find()) {
        if (!there.contains(named.group(1))) {
          gone.add(ROOT.relativize(page) + ": " + named.group(1));
        }
      }
    }
    assertThat(gone).isEmpty();
  }

  /// D13: a newcomer found these only by searching the tree.
  @Test
  void theReadmeLeadsToTheLanguageOfEachFile() throws IOException {
    assertThat(Files.readString(ROOT.resolve("README.md")))
        .contains(
            "(deploy/rehearsal/README.md#rehearsalyaml)",
            "(trigger-ingest/README.md#http)",
            "V1__society.sql)",
            "(worlds/kernel/README.md#events-and-limits)",
            "(worlds/emerald/README.md#screenshots-and-events)");
  }

  /// L10
  @Test
  void thereIsALicence() throws IOException {
    assertThat(Files.readString(ROOT.resolve("LICENSE"))).contains("Licen");
  }

  private static boolean hasHeading(Path page, String anchor) throws IOException {
    return anchor == null
        || !page.toString().endsWith(".md")
        || Files.readString(page)
            .lines()
            .filter(line -> line.startsWith("#"))
            .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
            .map(line -> line.replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'))
            .anyMatch(anchor::equals);
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files =
        Files.find(
            ROOT,
            5,
            (path, attributes) ->
                path.toString().endsWith(".md")
                    && !path.toString().contains("/target/")
                    && !path.toString().contains("/.playloop/")
                    && !path.toString().contains("/node_modules/"))) {
      return files.sorted().toList();
    }
  }
}
