package dev.playloop.launcher.cli;

import static dev.playloop.launcher.cli.Said.playloop;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `--dry-run` where there is none to have: nothing is started that would act for real.
final class DryRunTest extends CommandCase {
  @ParameterizedTest
  @ValueSource(strings = {"society", "kernel", "emerald"})
  void anExampleOfAWorldWithoutADryRunIsRefused(String example) {
    Said said = playloop("up", example, "--dry-run");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err())
        .contains("the example plays in " + example + ", which has no dry run")
        .contains("leave out --dry-run, or name an example of: eternum.");
    assertThat(said.out()).isEmpty();
  }

  @Test
  void anExecutorOfAWorldWithoutADryRunIsRefused() throws IOException {
    write(
        "cluster.properties",
        "playloop.bootstrap=127.0.0.1:1%nplayloop.kernel.jdbc.url=jdbc:postgresql://127.0.0.1:1/k%n"
            .formatted());
    Said said =
        playloop(
            "worker",
            "executor",
            "--dry-run",
            "--config",
            folder.resolve("cluster.properties").toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("the world 'kernel' has no dry run", "--worlds eternum");
  }

  @Test
  void thereIsNoneForARoleThatActsNowhere() {
    assertThat(playloop("worker", "projector", "--dry-run", "--bootstrap", "127.0.0.1:1").code())
        .isEqualTo(2);
    assertThat(playloop("run", "eternum", "--dry-run").code()).isEqualTo(2);
  }
}
