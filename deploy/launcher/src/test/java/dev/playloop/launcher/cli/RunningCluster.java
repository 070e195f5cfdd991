package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.operator.Following;
import dev.playloop.operator.Position;
import dev.playloop.operator.Step;
import dev.playloop.rehearsal.RehearsalServer;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.TestInfra;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A system that runs, as the command line reaches it: with the agent `society/cal`, and a model
/// that does as it is told. One for a class of tests.
final class RunningCluster implements AutoCloseable {
  private final RehearsalServer model;
  private final LocalSystem system;
  private final Path config;

  private RunningCluster(RehearsalServer model, LocalSystem system, Path config) {
    this.model = model;
    this.system = system;
    this.config = config;
  }

  /// `folder` is the test's own.
  static RunningCluster start(TestInfra infra, Path folder)
      throws InterruptedException, IOException {
    RehearsalServer model = RehearsalServer.start(Working.RULES);
    LocalSystem system = LocalSystem.start(Working.options(infra));
    RunningCluster cluster =
        new RunningCluster(model, system, folder.resolve("cluster.properties"));
    system.sql().orElseThrow().seed(Working.fixtures());
    Files.writeString(
        cluster.config,
        Working.cluster(system)
            + "playloop.model.url=%s%nplayloop.model.name=any%n".formatted(model.baseUrl()));
    Path agents = folder.resolve("agents.yaml");
    Files.writeString(agents, Working.AGENTS);
    Said said = cluster.playloop("agents", "apply", agents.toString());
    assertThat(said.out()).as(said.err()).contains("applied society/cal");
    return cluster;
  }

  KafkaSettings kafka() {
    return system.kafka();
  }

  Said playloop(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.add("--config");
    all.add(config.toString());
    return Said.playloop(all.toArray(String[]::new));
  }

  /// A file for commands that are somebody else's.
  Path configOf(Path folder, String name, String token) throws IOException {
    String ours = Files.readString(config);
    Path file = folder.resolve(name + ".properties");
    Files.writeString(
        file, ours.replaceAll("(?m)^playloop\\.token=.*$", "playloop.token=" + token));
    return file;
  }

  /// Changes the world.
  void seed(String sql) {
    system.sql().orElseThrow().seed(sql);
  }

  /// Cal's gold.
  int gold() {
    return Working.gold(system);
  }

  /// Whether the journal tells of this trigger's run that it is closed, in time.
  boolean closed(String trigger) {
    boolean[] found = {false};
    try (Following following = Following.of(system.kafka()).from(Position.BEGINNING)) {
      return Await.until(
          () -> {
            following
                .poll(Duration.ofMillis(50))
                .steps()
                .forEach(step -> found[0] |= isClosed(step, trigger));
            return found[0];
          },
          done -> done);
    }
  }

  private static boolean isClosed(Step step, String trigger) {
    return step instanceof Step.Closed closed && closed.run().triggers().contains(trigger);
  }

  @Override
  public void close() {
    system.close();
    model.close();
  }
}
