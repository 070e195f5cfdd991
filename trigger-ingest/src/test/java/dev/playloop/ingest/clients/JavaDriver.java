package dev.playloop.ingest.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The Java client and its driver, compiled as those compile it who copy it into a game: for Java
/// 17, by javac alone, without a warning.
final class JavaDriver {
  private static final Path CLASSES = Path.of("target/java-client");
  private static final long MINUTES = 2;

  private JavaDriver() {}

  private static boolean compiled;

  /// Compiled once a JVM.
  static synchronized List<String> command() throws IOException, InterruptedException {
    if (!compiled) {
      compile();
      compiled = true;
    }
    return List.of(
        tool("java"),
        "-XX:+UseSerialGC",
        "-Xmx128m",
        "-cp",
        CLASSES.toString(),
        "dev.playloop.client.Driver");
  }

  private static void compile() throws IOException, InterruptedException {
    List<String> javac =
        new ArrayList<>(
            List.of(
                tool("javac"),
                "--release",
                "17",
                "-Xlint:all",
                "-Werror",
                "-d",
                CLASSES.toString()));
    for (String folder : List.of("clients/java/src", "clients/java/test")) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(javac::add);
      }
    }
    Files.createDirectories(CLASSES);
    Path said = CLASSES.resolve("javac.log");
    Process compiling =
        new ProcessBuilder(javac).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    if (!compiling.waitFor(MINUTES, TimeUnit.MINUTES) || compiling.exitValue() != 0) {
      compiling.destroyForcibly();
      throw new AssertionError("the Java client does not compile:\n" + Files.readString(said));
    }
  }

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }
}
