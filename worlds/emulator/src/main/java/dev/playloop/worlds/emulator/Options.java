package dev.playloop.worlds.emulator;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What `emulator` can be told on its command line.
final class Options {
  /// Which machine plays.
  enum Core {
    AUTO,
    MGBA,
    JAVA
  }

  @Option(
      names = "--core",
      defaultValue = "auto",
      description =
          "mgba, java, or auto: mGBA where it is installed, else java (default: ${DEFAULT-VALUE})")
  Core core = Core.AUTO;

  @Option(names = "--rom", description = "the game (default: the bundled test game)")
  @Nullable Path rom;

  @Option(
      names = "--http",
      defaultValue = "5000",
      description = "port of the REST API on 127.0.0.1; 0 takes a free one (default: 5000)")
  int http;

  @Option(
      names = "--lua",
      description =
          "port of the script's own protocol on 127.0.0.1; 0 takes a free one (default: off)")
  @Nullable Integer lua;

  @Option(
      names = "--speed",
      defaultValue = "1",
      description =
          "1 to 64 times the console's, max, or step: a frame passes when a client asks for the"
              + " frame")
  String speed = "1";

  @Option(
      names = "--state",
      description =
          "file with the machine's state: read at start if it is there, written at the end")
  @Nullable Path state;

  @Option(
      names = "--files",
      paramLabel = "FOLDER",
      description =
          "where clients may name files for pictures and states; without it they may name none")
  List<Path> files = new ArrayList<>();

  @Option(
      names = "--parent-watch",
      description = "stop when standard input ends, so that no emulator outlives its parent")
  boolean parentWatch;
}
