package dev.playloop.chaos;

import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.process.Folders;
import dev.playloop.chaos.system.Agents;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.system.Instance;
import dev.playloop.chaos.system.WorkerKind;
import dev.playloop.chaos.world.ChaosWorlds;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Measures how long a role stands still: from `kill -9` to its next committed output, one kill at
/// a time under load; and the longest pause of any agent while a second worker joins and leaves.
final class RecoveryProbe {
  private static final String PREFIX = "probe";
  private static final int ROOM = 20;
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long REST_MILLIS = 3_000;
  private static final long WATCH_MILLIS = 8_000;

  private final int times;
  private final AotCache cache;
  private final Path folder;

  RecoveryProbe(int times, AotCache cache, Path folder) {
    this.times = times;
    this.cache = cache;
    this.folder = folder;
  }

  /// With stable instance names, and without.
  RecoveryTimes measure(long seed) throws InterruptedException {
    Map<String, List<Long>> millis = new LinkedHashMap<>();
    Map<String, Long> pauses = new LinkedHashMap<>();
    for (boolean named : new boolean[] {true, false}) {
      measure(seed, named, millis, pauses);
    }
    return RecoveryTimes.of(millis, pauses);
  }

  private void measure(
      long seed, boolean named, Map<String, List<Long>> millis, Map<String, Long> pauses)
      throws InterruptedException {
    Path own = folder.resolve("recovery-" + named);
    String suffix = named ? " named" : "";
    ChaosSystem.Setup setup = new ChaosSystem.Setup(seed, named, own, cache, ChaosWorlds.PLAIN);
    try (ChaosSystem system = ChaosSystem.start(setup);
        Observer observer = Observer.start(system)) {
      Agents agents = Agents.of(system.checker().address(), system.worlds()).inVault();
      agents.apply(system.kafka());
      Ends ends = new Ends(system.kafka().topics());
      observer.listen(ends::see);
      system.startWorkers();
      try (Load load = new Load(system, agents.ids(), new Load.Pace(seed, ROOM, PREFIX))) {
        ends.listen(load::ended);
        load.start();
        ends.awaitFirst(LIMIT);
        Watch watch = new Watch(system.kafka().topics(), PREFIX);
        observer.listen(watch::see);
        TimeUnit.MILLISECONDS.sleep(REST_MILLIS);
        for (WorkerKind role : WorkerKind.values()) {
          for (int i = 0; i < times; i++) {
            millis
                .computeIfAbsent(role.word() + suffix, _ -> new ArrayList<>())
                .add(kill(system.instance(role, 0), watch));
          }
          if (role != WorkerKind.INGEST) {
            pauses.put(role.word() + suffix, joinAndLeave(system.instance(role, 1), watch));
          }
        }
        load.stop();
      }
    }
    Folders.delete(own);
  }

  private static long kill(Instance instance, Watch watch) throws InterruptedException {
    Instant killed = Instant.now();
    instance.killAndStart(null);
    if (!Ends.await(() -> watch.last(instance.role()).isAfter(killed), LIMIT)) {
      throw new IllegalStateException(instance + " did not come back within " + LIMIT);
    }
    long took = Duration.between(killed, watch.firstAfter(instance.role(), killed)).toMillis();
    TimeUnit.MILLISECONDS.sleep(REST_MILLIS);
    return took;
  }

  private static long joinAndLeave(Instance second, Watch watch) throws InterruptedException {
    watch.restart();
    second.start();
    TimeUnit.MILLISECONDS.sleep(WATCH_MILLIS);
    second.stop(20);
    TimeUnit.MILLISECONDS.sleep(WATCH_MILLIS);
    return watch.longestPause().took().toMillis();
  }
}
