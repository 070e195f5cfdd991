package dev.playloop.worlds.sandbox;

import dev.playloop.worlds.sandbox.child.Channel;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// How a child is started: this process's own JVM, an empty environment, and the jars that the
/// language needs. Nothing an agent wrote is part of it.
///
/// @param words the command
record ChildCommand(List<String> words) {
  private static final String MAIN = "dev.playloop.worlds.sandbox.child.ChildMain";

  ChildCommand {
    words = List.copyOf(words);
  }

  static ChildCommand of(Language language, SandboxSettings settings) {
    String classPath =
        language.classPath().stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    int heap = Math.max(settings.heapMegabytes(), language.minHeapMegabytes());
    List<String> words = new ArrayList<>(settings.wrapper());
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(
        List.of(
            "-Xms8m",
            "-Xmx" + heap + "m",
            "-Xss8m",
            "-XX:MaxMetaspaceSize=" + heap + "m",
            "-XX:MaxDirectMemorySize=8m",
            // A heap that one run has blown up gets small again.
            "-XX:MinHeapFreeRatio=10",
            "-XX:MaxHeapFreeRatio=20",
            "-XX:+UseSerialGC",
            "-XX:ActiveProcessorCount=1",
            "-XX:TieredStopAtLevel=1",
            "-XX:+ExitOnOutOfMemoryError",
            // Else it tells of the memory on stdout, which is ours.
            "-XX:+DisplayVMOutputToStderr",
            // Nothing outside its working directory, and no core of what it held.
            "-XX:-UsePerfData",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:+DisableAttachMechanism",
            "-Djava.io.tmpdir=.",
            "-Duser.home=.",
            "-Dfile.encoding=UTF-8",
            "-Dtruffle.UseFallbackRuntime=true",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            classPath,
            MAIN,
            language.name()));
    return new ChildCommand(words);
  }

  /// Starts it in a folder of its own.
  Process start(Path folder) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.environment().clear();
    return builder.start();
  }

  static Path newFolder() throws IOException {
    return Files.createTempDirectory(Channel.FOLDER_PREFIX);
  }
}
