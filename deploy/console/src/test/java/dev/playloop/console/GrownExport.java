package dev.playloop.console;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An export with as many entries as a test wants: the shorter ones of a real one, again and again.
/// Their chains are broken, which a console shows, too.
final class GrownExport {
  private static final Pattern OFFSET = Pattern.compile("\"offset\":(\\d+)");
  private static final int EACH = 1_000;
  private static final int SHORT = 1_300;

  private GrownExport() {}

  static void write(Path to, Path from, int times) throws IOException {
    List<String> lines = Files.readAllLines(from);
    List<String> entries =
        lines.stream()
            .filter(line -> line.startsWith("{\"type\":\"entry\""))
            .filter(line -> line.length() < SHORT)
            .toList();
    try (BufferedWriter out = Files.newBufferedWriter(to)) {
      out.write(lines.getFirst().replaceAll("\"to\":\\d+", "\"to\":" + (long) EACH * times) + "\n");
      for (int i = 0; i < times; i++) {
        for (String entry : entries) {
          Matcher offset = OFFSET.matcher(entry);
          if (!offset.find()) {
            throw new IllegalArgumentException("an entry without an offset");
          }
          long moved = Long.parseLong(offset.group(1)) + (long) EACH * i;
          out.write(entry.substring(0, offset.start(1)) + moved + entry.substring(offset.end(1)));
          out.write('\n');
        }
      }
      out.write(lines.getLast() + "\n");
    }
  }
}
