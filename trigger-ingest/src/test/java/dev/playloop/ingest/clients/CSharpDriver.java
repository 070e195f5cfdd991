package dev.playloop.ingest.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The C# client and its driver, compiled by mono without a warning, in the oldest language that
/// those use who copy it.
final class CSharpDriver {
  private static final Path FOLDER = Path.of("target/csharp-client");
  private static final Path PROGRAM = FOLDER.resolve("driver.exe");
  private static final long MINUTES = 2;

  private static boolean compiled;

  private CSharpDriver() {}

  /// Compiled once a JVM.
  static synchronized List<String> command() throws IOException, InterruptedException {
    if (!compiled) {
      compile();
      compiled = true;
    }
    return List.of("mono", PROGRAM.toString());
  }

  private static void compile() throws IOException, InterruptedException {
    List<String> mcs =
        new ArrayList<>(
            List.of(
                "mcs",
                "-warn:4",
                "-warnaserror",
                "-langversion:7",
                "-r:System.Net.Http.dll",
                "-out:" + PROGRAM));
    for (String folder : List.of("clients/csharp/src", "clients/csharp/test")) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        files.map(Path::toString).filter(file -> file.endsWith(".cs")).forEach(mcs::add);
      }
    }
    Files.createDirectories(FOLDER);
    Path said = FOLDER.resolve("mcs.log");
    Process compiling =
        new ProcessBuilder(mcs).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    if (!compiling.waitFor(MINUTES, TimeUnit.MINUTES) || compiling.exitValue() != 0) {
      compiling.destroyForcibly();
      throw new AssertionError("the C# client does not compile:\n" + Files.readString(said));
    }
  }
}
