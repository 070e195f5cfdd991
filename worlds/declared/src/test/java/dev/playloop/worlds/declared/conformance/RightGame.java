package dev.playloop.worlds.declared.conformance;

import dev.playloop.testkit.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The games of the module's resources, and how each is started in the folder that it lies in.
enum RightGame {
  PYTHON("game.py", "python3", "game.py"),
  NODE("game.mjs", "node", "game.mjs"),
  /// By the JDK that is here, which may not be on the PATH.
  JAVA("Game.java", Path.of(System.getProperty("java.home"), "bin/java").toString(), "Game.java"),
  CSHARP("Game.cs", "mono", "game.exe");

  private static final List<String> COMPILER =
      List.of("mcs", "-warnaserror", "-out:game.exe", "Game.cs");

  private final String file;
  private final String program;
  private final String started;

  RightGame(String file, String program, String started) {
    this.file = file;
    this.program = program;
    this.started = started;
  }

  String file() {
    return file;
  }

  List<String> command() {
    return List.of(program, started);
  }

  /// Ends the test as not run where the machine has nothing for it.
  void require() throws InterruptedException {
    switch (this) {
      case CSHARP -> Programs.require("mcs", "mono");
      case JAVA -> {}
      case PYTHON, NODE -> Programs.require(program);
    }
  }

  /// Once its file lies in `folder`.
  void compile(Path folder) throws IOException, InterruptedException {
    if (this != CSHARP) {
      return;
    }
    Path said = folder.resolve("mcs.log");
    Process compiler =
        new ProcessBuilder(COMPILER)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    if (compiler.waitFor() != 0) {
      throw new IOException(Files.readString(said));
    }
  }
}
