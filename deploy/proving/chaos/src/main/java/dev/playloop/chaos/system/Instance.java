package dev.playloop.chaos.system;

import dev.playloop.chaos.cluster.Links;
import dev.playloop.chaos.process.Jvm;
import dev.playloop.chaos.process.JvmLaunchBuilder;
import dev.playloop.chaos.process.Lifeline;
import dev.playloop.chaos.process.ProcessLog;
import dev.playloop.kit.Failpoint;
import dev.playloop.kit.WallClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One place for a worker process: its role, its ways to the brokers, and the process that runs
/// there now, if any. What it is started with is kept from one start to the next, but for its
/// clock, which is set anew from the seed. Thread-safe.
public final class Instance {
  public static final int MAX_CLOCK_MS = 1_500;

  /// In a list of places to die at: this one lives.
  public static final String LIVES = "-";

  private static final int IN_ORDER_SECONDS = 20;
  private static final int HEAP_MB = 192;

  private final WorkerLaunch launch;
  private final Links links;
  private final ProcessLog log;
  private final List<String> flags;
  private final Random clocks;
  private final Deque<String> failpoints = new ArrayDeque<>();
  private @Nullable Jvm jvm;
  private boolean wanted;
  private boolean armed;
  private boolean full;
  private boolean startedFull;
  private Duration clock = Duration.ZERO;
  private int spread = MAX_CLOCK_MS;
  private int reached;
  private volatile long begun;

  Instance(WorkerLaunch launch, Links links, Path log, List<String> flags, long seed) {
    this.launch = launch;
    this.links = links;
    this.log = new ProcessLog(log);
    this.flags = flags;
    this.clocks = new Random(seed);
  }

  public WorkerKind role() {
    return launch.role();
  }

  /// Its ways to the brokers.
  public Links links() {
    return links;
  }

  public synchronized boolean isWanted() {
    return wanted;
  }

  synchronized boolean isAlive() {
    return jvm != null && jvm.isAlive();
  }

  public synchronized void start() {
    start(null);
  }

  /// From its next start on its clock is exactly so far from the machine's.
  public synchronized void clock(Duration offset) {
    clock = offset;
    spread = 0;
  }

  /// `failpoint` is `name:nth`, or null.
  private void start(@Nullable String failpoint) {
    wanted = true;
    begun = log.length();
    armed = failpoint != null && !failpoint.equals(LIVES);
    startedFull = full;
    Map<String, String> properties = new HashMap<>(launch.properties());
    long offset = clock.toMillis() + (spread == 0 ? 0 : clocks.nextInt(-spread, spread));
    properties.put(WallClock.PROPERTY, String.valueOf(offset));
    if (armed) {
      properties.put(Failpoint.PROPERTY, String.valueOf(failpoint));
    }
    jvm =
        Jvm.start(
            JvmLaunchBuilder.builder()
                .name(toString())
                .main(WorkerMain.class)
                .heapMb(HEAP_MB)
                .flags(flags)
                .properties(properties)
                .environment(launch.environment())
                .arguments(List.of())
                .log(log.file())
                .build());
  }

  synchronized void kill() throws InterruptedException {
    if (jvm != null) {
      jvm.kill();
    }
  }

  public synchronized void killAndStart(@Nullable String failpoint) throws InterruptedException {
    kill();
    start(failpoint);
  }

  /// Where those die that come after the ones that know it already.
  public synchronized void dieNextAt(String place) {
    failpoints.add(place);
  }

  /// Kills it. Its successor dies at the first of these, `name:nth`, that one's at the second.
  public synchronized void dieAt(List<String> each) throws InterruptedException {
    failpoints.addAll(each);
    killAndStart(failpoints.poll());
  }

  /// Ends it, by SIGTERM where `inOrder`, does something to its folder, and starts it again.
  public synchronized void restart(boolean inOrder, Consumer<Path> meanwhile)
      throws InterruptedException {
    if (jvm != null && inOrder) {
      jvm.end();
      jvm.awaitEnd(IN_ORDER_SECONDS);
    }
    kill();
    meanwhile.accept(launch.folder());
    start(null);
  }

  /// From now on its disk is full: if it says so, it may end. Returns how long its log is by now;
  /// -1 where its disk was full already, and it was only killed.
  public synchronized long fill() throws InterruptedException {
    if (full) {
      restart(false, folder -> {});
      return -1;
    }
    full = true;
    restart(false, folder -> TornFolder.fill(folder, role().applications()));
    return log.length();
  }

  /// Its disk is full no more.
  public synchronized void makeRoom() {
    TornFolder.empty(launch.folder());
    full = false;
  }

  /// Whether its log, behind `from`, has a line that says that the disk of its folder is full.
  public boolean saidThatItsDiskIsFull(long from) {
    return log.says(
        from, line -> line.contains("the disk of " + launch.folder()) && line.contains("full"));
  }

  /// Whether the process that was started last has said that it does its work.
  public boolean isReady() {
    return log.says(begun, line -> line.contains(WorkerMain.IS_READY));
  }

  /// Stops it by SIGTERM, or by SIGKILL where it takes too long. Returns whether it was in time.
  public synchronized boolean stop(int seconds) throws InterruptedException {
    wanted = false;
    if (jvm == null) {
      return true;
    }
    jvm.end();
    boolean ended = jvm.awaitEnd(seconds);
    if (!ended) {
      jvm.kill();
    }
    jvm = null;
    return ended;
  }

  public synchronized void freeze() throws InterruptedException {
    if (jvm != null) {
      jvm.freeze();
    }
  }

  public synchronized void thaw() throws InterruptedException {
    if (jvm != null) {
      jvm.thaw();
    }
  }

  /// How many of its processes died at the named place that they were armed with.
  public synchronized int reached() {
    return reached;
  }

  /// Starts it again where it died. Returns how it died where nobody had asked for that.
  synchronized @Nullable String revive() {
    if (!wanted || jvm == null || jvm.isAlive()) {
      return null;
    }
    int code = jvm.exitCode();
    boolean provoked = armed && code == Failpoint.EXIT;
    reached += provoked ? 1 : 0;
    // Brokers that come back with less than they had may know another one by its name.
    boolean replaced =
        code == Lifeline.STOPPED
            && log.says(begun, line -> line.contains("another process has taken its place"));
    boolean excused = provoked || startedFull || replaced;
    start(failpoints.poll());
    return excused ? null : this + " ended by itself with " + code;
  }

  @Override
  public String toString() {
    return launch.role().word() + "-" + launch.data().getFileName();
  }
}
