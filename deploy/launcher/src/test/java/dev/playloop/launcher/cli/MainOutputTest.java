package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The process itself: all that leaves it goes through the one printer.
class MainOutputTest {
  @Test
  void aProcessShowsWhatItWasGivenAndDrivesNothing() throws IOException, InterruptedException {
    String hostile = "x\u001b]0;PWNED\u0007\u009b31m\u202e";
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Dplayloop.color=true",
                    "-Dsun.jnu.encoding=UTF-8",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Playloop.class.getName(),
                    "story",
                    hostile))
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(2);
    assertThat(said).contains("x\\u001b]0;PWNED\\u0007");
    assertThat(said.codePoints().filter(c -> c != '\n').filter(Printable::isHidden)).isEmpty();
  }
}
