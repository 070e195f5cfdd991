package dev.playloop.projector;

import dev.playloop.projector.loop.LoopPolicy;
import dev.playloop.projector.world.WorldPolicy;
import java.nio.file.Path;
import java.time.Duration;

/// How the projector runs. [#local] suits one machine, [#cluster] several brokers.
///
/// @param stateDir where the stores lie; may be wiped, since the changelogs hold everything
/// @param commitInterval how often a transaction is committed: the largest part of a hop's time
/// @param poll how long a poll waits; 2 ms while busy, 50 where idle CPU matters more than latency
/// @param threads stream threads of each of the two applications
/// @param standbys copies of the stores on other instances
/// @param protocol `classic` or `streams`; the latter can't detect a dead instance in under 45 s
/// @param tick how often deadlines are looked at
/// @param heldBytes what is kept in memory of agents in use, over all tasks
/// @param awaitBroker how long a start waits for the broker
public record ProjectorSettings(
    Path stateDir,
    Duration commitInterval,
    Duration poll,
    int threads,
    int standbys,
    String protocol,
    Duration tick,
    long heldBytes,
    Duration awaitBroker,
    LoopPolicy loop,
    WorldPolicy world) {
  public ProjectorSettings {
    if (threads < 1) {
      throw new IllegalArgumentException("threads: expected at least 1, got " + threads);
    }
    if (!protocol.equals("classic") && !protocol.equals("streams")) {
      throw new IllegalArgumentException(
          "protocol: expected classic or streams, got '" + protocol + "'");
    }
  }

  public static ProjectorSettings local(Path stateDir) {
    return of(stateDir, Duration.ofMillis(5), 0);
  }

  public static ProjectorSettings cluster(Path stateDir) {
    return of(stateDir, Duration.ofMillis(25), 1);
  }

  private static ProjectorSettings of(Path stateDir, Duration commitInterval, int standbys) {
    return new ProjectorSettings(
        stateDir,
        commitInterval,
        Duration.ofMillis(2),
        1,
        standbys,
        "classic",
        Duration.ofMillis(20),
        128L * 1024 * 1024,
        Duration.ofSeconds(30),
        LoopPolicy.DEFAULT,
        WorldPolicy.DEFAULT);
  }

  public ProjectorSettings withCommitInterval(Duration newInterval) {
    return new ProjectorSettings(
        stateDir,
        newInterval,
        poll,
        threads,
        standbys,
        protocol,
        tick,
        heldBytes,
        awaitBroker,
        loop,
        world);
  }

  public ProjectorSettings withPoll(Duration newPoll) {
    return new ProjectorSettings(
        stateDir,
        commitInterval,
        newPoll,
        threads,
        standbys,
        protocol,
        tick,
        heldBytes,
        awaitBroker,
        loop,
        world);
  }

  public ProjectorSettings withThreads(int newThreads) {
    return new ProjectorSettings(
        stateDir,
        commitInterval,
        poll,
        newThreads,
        standbys,
        protocol,
        tick,
        heldBytes,
        awaitBroker,
        loop,
        world);
  }

  public ProjectorSettings withStandbys(int newStandbys) {
    return new ProjectorSettings(
        stateDir,
        commitInterval,
        poll,
        threads,
        newStandbys,
        protocol,
        tick,
        heldBytes,
        awaitBroker,
        loop,
        world);
  }

  public ProjectorSettings withLoop(LoopPolicy newLoop) {
    return new ProjectorSettings(
        stateDir,
        commitInterval,
        poll,
        threads,
        standbys,
        protocol,
        tick,
        heldBytes,
        awaitBroker,
        newLoop,
        world);
  }
}
