package dev.playloop.proving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.cli.Playloop;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// What the commands of a checkout say before they do anything.
final class ProvingTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int playloop(String... args) {
    return Playloop.prepared(new CommandLine(new Proving()))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bench", "chaos", "fuzz", "mutate", "lock", "package", "images"})
  void everyCommandHasHelp(String command) {
    assertThat(playloop(command, "--help")).isZero();
    assertThat(out.toString()).contains("Usage: playloop " + command);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void wrongUsageIsSaidAsTheProductSaysIt() {
    assertThat(playloop("chaos", "--histories", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--histories", "Next: ");
  }
}
