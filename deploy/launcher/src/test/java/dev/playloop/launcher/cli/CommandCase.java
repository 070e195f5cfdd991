package dev.playloop.launcher.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// A command line that is typed, and what it answers.
abstract class CommandCase {
  static final String AGENT =
      """
      - agent: society/ada
        actor: ada
        enabled: true
        instructions: {identity: Ada}
      """;

  @TempDir Path folder;

  void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }
}
