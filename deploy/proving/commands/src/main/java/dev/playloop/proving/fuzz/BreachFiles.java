package dev.playloop.proving.fuzz;

import dev.playloop.proving.fuzz.arena.Breach;
import dev.playloop.proving.fuzz.arena.Findings;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/// Breaches on disk, for those who mend them.
final class BreachFiles {
  private BreachFiles() {}

  /// The inputs of the breaches, each in a file of its own: what it was, and the line for the
  /// corpus.
  static void write(FuzzOptions options, Findings findings) {
    List<Breach> breaches = findings.all();
    try {
      for (int i = 0; i < breaches.size(); i++) {
        Breach breach = breaches.get(i);
        Files.createDirectories(options.breaches());
        Files.writeString(
            options.breaches().resolve(options.seed() + "-" + breach.surface() + "-" + i + ".txt"),
            "# seed %d, %s %d: %s%n%s%n%s%n"
                .formatted(
                    options.seed(),
                    breach.surface(),
                    breach.number(),
                    breach.what(),
                    breach.input(),
                    breach.entry()));
      }
    } catch (IOException e) {
      findings.add("run", 0, "can't write into " + options.breaches() + ": " + e, new byte[0]);
    }
  }
}
