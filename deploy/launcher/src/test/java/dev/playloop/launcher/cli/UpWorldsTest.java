package dev.playloop.launcher.cli;

import static dev.playloop.launcher.cli.Said.playloop;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.RunningSystem;
import dev.playloop.launcher.RunningSystemBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which worlds `up` opens: each costs a database, an emulator or a chain.
final class UpWorldsTest extends CommandCase {
  private static final List<String> ALL = InstalledWorlds.groups();

  @Test
  void thoseThatAreNamedAndAllThatAreData() {
    assertThat(UpCommand.opened(ALL, List.of("kernel"), null))
        .containsExactly("kernel", "declared");
    assertThat(UpCommand.opened(ALL, List.of(), null)).containsExactly("declared");
    assertThat(UpCommand.opened(ALL, ALL, null)).isEqualTo(ALL);
  }

  @Test
  void thoseThatWereOpenedThereBefore() throws IOException {
    Files.createDirectory(folder.resolve("society"));
    Files.createDirectory(folder.resolve("broker"));

    assertThat(UpCommand.opened(ALL, List.of("emerald"), folder))
        .containsExactlyInAnyOrder("society", "emerald", "declared");
  }

  @Test
  void whoAppliesAgentsIsToldInWhichOfTheirWorldsNobodyActs() {
    RunningSystem running =
        RunningSystemBuilder.builder()
            .bootstrap("b:1")
            .partitions(2)
            .access("")
            .http("")
            .model("")
            .worlds(List.of("kernel", "declared"))
            .pid(1)
            .build();

    assertThat(AgentsCommand.closed(running, List.of("declared", "heavy", "kernel", "society")))
        .containsExactly("society");
  }

  @Test
  void aDryRunOpensNoOthers() {
    Said said = playloop("up", "eternum", "--dry-run", "--worlds", "kernel");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("--worlds", "--dry-run", "leave one of the two out.");
  }

  @Test
  void aWorldThatThereIsNotIsRefused() {
    Said said = playloop("up", "society", "--worlds", "kernel,nowhere");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("--worlds: no world is called 'nowhere'", "society", "'all'");
    assertThat(said.out()).isEmpty();
  }
}
