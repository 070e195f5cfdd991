package dev.playloop.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Prometheus' own tool, where it is on the PATH; elsewhere its tests say that they did not run.
final class Promtool {
  private Promtool() {}

  /// Runs it in `folder`, and fails with all that it says where it does.
  static void agrees(Path folder, String... arguments) throws IOException, InterruptedException {
    Programs.require("promtool");
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as("%s says:%n%s", command, said).isZero();
  }
}
