package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.testkit.EmbeddedOnly;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A share of a file's agents is applied, by their ids.
@EmbeddedOnly("its broker is its own")
class ApplyOnlyTest extends CommandCase {
  private EmbeddedBroker broker;

  @BeforeEach
  void start() throws IOException {
    broker = EmbeddedBroker.start(folder.resolve("broker"));
    write(
        "cluster.properties",
        """
        playloop.bootstrap=%s
        playloop.partitions=2
        playloop.model.url=http://127.0.0.1:1/v1
        playloop.model.name=any
        """
            .formatted(broker.bootstrapServers()));
    write(
        "agents.yaml",
        AGENT
            + AGENT.replace("ada", "ann")
            + AGENT.replace("ada", "bea")
            + AGENT.replace("society/ada", "kernel/ada"));
    assertThat(playloop("topics", "create").code()).isZero();
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  @Test
  void ofTheFilesAgentsThoseThatFitAreApplied() {
    Said none = apply("--only", "society/a*", "--only", "society/z*");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err())
        .contains("--only: expected a pattern that fits an agent of the file, got 'society/z*'")
        .contains("the file has society/ada, society/ann, society/bea, kernel/ada");
    assertThat(agents()).contains("no agents");

    assertThat(apply("--only", "society/a*").out())
        .isEqualTo("applied society/ada\napplied society/ann\n");
    assertThat(agents()).contains("2 agents").doesNotContain("bea", "kernel");

    assertThat(apply("--only", "society/?ea", "--only", "kern*a").out())
        .isEqualTo("applied society/bea\napplied kernel/ada\n");
    assertThat(agents()).contains("4 agents");

    assertThat(apply().out().lines()).hasSize(4);
  }

  private Said apply(String... only) {
    List<String> words =
        new ArrayList<>(List.of("agents", "apply", folder.resolve("agents.yaml").toString()));
    words.addAll(List.of(only));
    return playloop(words.toArray(String[]::new));
  }

  private String agents() {
    return playloop("agents", "list").out();
  }

  private Said playloop(String... command) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--config", folder.resolve("cluster.properties").toString()));
    return Said.playloop(words.toArray(String[]::new));
  }
}
