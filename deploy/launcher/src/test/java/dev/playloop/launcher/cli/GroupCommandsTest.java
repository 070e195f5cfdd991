package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A world with a group of its own on a cluster, as its operator types it.
@EmbeddedOnly("its broker is its own")
class GroupCommandsTest {
  @TempDir Path folder;
  private EmbeddedBroker broker;
  private Path config;

  @BeforeEach
  void start() throws IOException {
    broker = EmbeddedBroker.start(folder.resolve("broker"));
    config = folder.resolve("cluster.properties");
    Files.writeString(
        config,
        "playloop.bootstrap=%s%nplayloop.partitions=2%nplayloop.health.port=0%n"
            .formatted(broker.bootstrapServers()));
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  @Test
  void aGroupIsDeclaredServedAndChanged() throws Exception {
    assertThat(said("topics", "create")).doesNotContain("heavy");
    assertThat(said("worker", "executor", "--worlds", "heavy"))
        .contains("no declared one names such a group", "declared");

    assertThat(said("worlds", "apply", file("heavy"))).contains("world tavern is declared");
    assertThat(said("topics", "list"))
        .contains("playloop.actions.heavy", "playloop.ledger.heavy")
        .doesNotContain("missing");
    assertThat(said("worlds", "list")).contains("by the executors of group heavy");
    assertThat(said("doctor")).contains("has all topics");
    assertThat(said("worker", "executor", "--worlds", "moon")).contains("heavy");
    served("heavy");

    assertThat(said("topics", "create", "--group", "light")).contains("playloop.ledger.light");
    assertThat(said("worlds", "diff", file("light"))).contains("~ group: \"heavy\" -> \"light\"");
    assertThat(said("worlds", "apply", file("light"))).contains("world tavern is declared");
    assertThat(said("topics", "list")).contains("playloop.actions.heavy", "playloop.actions.light");
  }

  @Test
  void aGroupThatIsAWorldOfThisBuildIsRefusedWithLineAndField() throws Exception {
    StringWriter err = new StringWriter();
    int code =
        Playloop.commandLine()
            .setErr(new PrintWriter(err))
            .execute("worlds", "check", file("society"));
    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("group", "'society'", "another name");
  }

  /// It has joined its group, and ends when it is told to.
  private void served(String group) throws Exception {
    AtomicInteger code = new AtomicInteger(-1);
    Thread worker =
        new Thread(() ->
            code.set(
                Playloop.commandLine()
                    .setErr(new PrintWriter(new StringWriter()))
                    .execute(
                        "worker", "executor", "--worlds", group, "--config", config.toString())));
    worker.start();
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()))) {
      Await.until(
          "it has joined",
          () -> {
            try {
              return admin.listGroups().all().get().stream()
                  .map(GroupListing::groupId)
                  .anyMatch(("playloop.executor." + group)::equals);
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          });
    } finally {
      worker.interrupt();
      worker.join(Duration.ofSeconds(30));
    }
    assertThat(code).hasValue(0);
  }

  private String file(String group) throws IOException {
    return Files.writeString(
            folder.resolve("world.yaml"),
            """
            world: tavern
            tools: [{name: ring, description: Ring the bell., effect: write}]
            group: %s
            actions: {url: 'http://127.0.0.1:7777'}
            """
                .formatted(group))
        .toString();
  }

  private String said(String... command) {
    StringWriter said = new StringWriter();
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--config", Objects.requireNonNull(config).toString()));
    Playloop.commandLine()
        .setOut(new PrintWriter(said))
        .setErr(new PrintWriter(said))
        .execute(words.toArray(String[]::new));
    return said.toString();
  }
}
