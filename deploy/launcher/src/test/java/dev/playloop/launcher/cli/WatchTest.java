package dev.playloop.launcher.cli;

import static dev.playloop.launcher.cli.Said.playloop;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `--watch` where nobody can: nothing is started that nobody would see, and which 'up' would keep
/// for ever.
@Timeout(120)
final class WatchTest extends CommandCase {
  @ParameterizedTest
  @CsvSource({"run, society", "run, kernel", "up, emerald"})
  void anExampleWithoutAPageIsRefused(String command, String example) {
    Said said = playloop(command, example, "--watch");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err())
        .contains("the example has no game that can be watched in a browser")
        .contains("leave out --watch, or name one that has: village.");
    assertThat(said.out()).isEmpty();
  }
}
