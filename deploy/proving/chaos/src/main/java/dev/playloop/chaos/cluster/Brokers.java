package dev.playloop.chaos.cluster;

import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.process.Folders;
import dev.playloop.chaos.process.Jvm;
import dev.playloop.chaos.process.JvmLaunchBuilder;
import dev.playloop.chaos.process.Ports;
import dev.playloop.chaos.process.ProcessLog;
import dev.playloop.launcher.Logs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/// The brokers of a system: one, or three of which each log lies on all, and which take a write
/// that two of them have. Each worker reaches each of them by a link of its own. Thread-safe.
public final class Brokers implements AutoCloseable {
  private static final int HEAP_MB = 256;
  private static final int IN_ORDER_SECONDS = 60;

  /// How long a process may take to end in order, and to write its cache.
  private static final int TRAINED_SECONDS = 90;

  private final List<Place> places = new ArrayList<>();
  private final List<Links> links = new ArrayList<>();
  private final AotCache cache;
  private final Path folder;
  private final Logins logins;
  private final String cluster = Uuid.randomUuid().toString();

  /// Where one of them runs.
  private static final class Place {
    final int node;
    final int direct = Ports.next();
    final int controller = Ports.next();
    final List<String> links = new ArrayList<>();
    final ProcessLog log;
    @Nullable Jvm jvm;

    /// How long its log was when its process was started.
    long begun;

    boolean frozen;
    int starts;

    /// What Kafka warned of since then.
    ProcessLog told;

    /// Whether it may end by itself, as one whose disk is full does.
    boolean excused;

    Place(int node, ProcessLog log) {
      this.node = node;
      this.log = log;
      this.told = log;
    }

    /// What Kafka says where an empty one hears from the others that it leads them. It ends by
    /// that, and joins them once they have elected another.
    boolean wasLeaderWithoutMemory() {
      return told.says(0, line -> line.contains("inconsistent with current leader"));
    }

    boolean isThere() {
      return running().isAlive()
          && !excused
          && !frozen
          && log.says(begun, line -> line.endsWith(BrokerMain.IS_READY));
    }

    Jvm running() {
      if (jvm == null) {
        throw new IllegalStateException("the brokers were not started");
      }
      return jvm;
    }
  }

  /// Not started yet: before that, links are opened.
  ///
  /// @param count 1 or 3
  public Brokers(int count, Path folder, AotCache cache) {
    this.folder = folder;
    this.cache = cache;
    this.logins = count == 1 ? Logins.NONE : Logins.fresh();
    for (int i = 0; i < count; i++) {
      String name = count == 1 ? "broker" : "broker-" + (i + 1);
      places.add(new Place(i + 1, new ProcessLog(folder.resolve(name + ".log"))));
    }
  }

  public int count() {
    return places.size();
  }

  /// The ways of one more worker. Closed with the brokers.
  public synchronized Links open() {
    List<Link> each = new ArrayList<>();
    for (Place place : places) {
      int behind = Ports.next();
      Link link = Link.open(Ports.next(), behind);
      place.links.add(behind + ":" + link.port());
      each.add(link);
    }
    Links opened = new Links(each);
    links.add(opened);
    return opened;
  }

  /// As whom workers come: several brokers ask, one does not.
  public Logins logins() {
    return logins;
  }

  /// Where whoever is disturbed by nothing begins.
  public String bootstrap() {
    return places.stream()
        .map(place -> "127.0.0.1:" + place.direct)
        .collect(Collectors.joining(","));
  }

  public synchronized void start() {
    places.forEach(this::launch);
  }

  /// `kill -9`, and a start on the same folder.
  public synchronized void kill(int index) throws InterruptedException {
    Place place = places.get(index);
    place.running().kill();
    launch(place);
  }

  /// As an update does it: SIGTERM, which hands its partitions to the others, and a start.
  public synchronized void restart(int index) throws InterruptedException {
    Place place = places.get(index);
    place.running().end();
    if (!place.running().awaitEnd(IN_ORDER_SECONDS)) {
      place.running().kill();
    }
    launch(place);
  }

  /// Its machine is gone for good: another takes its place, with nothing on its disk.
  public synchronized void lose(int index) throws InterruptedException {
    Place place = places.get(index);
    place.running().kill();
    Folders.delete(folderOf(place));
    launch(place);
  }

  public synchronized void freeze(int index) throws InterruptedException {
    places.get(index).frozen = true;
    places.get(index).running().freeze();
  }

  public synchronized void thaw(int index) throws InterruptedException {
    places.get(index).running().thaw();
    places.get(index).frozen = false;
  }

  /// From now on its files can't grow any more, as on a full disk; it ends by that, and the next
  /// one has room. False where this machine has no `prlimit`.
  public synchronized boolean fill(int index) throws InterruptedException {
    Place place = places.get(index);
    try {
      Process limiting =
          new ProcessBuilder(
                  "prlimit", "--pid", String.valueOf(place.running().pid()), "--fsize=1:1")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      place.excused = limiting.waitFor() == 0;
      return place.excused;
    } catch (IOException e) {
      return false;
    }
  }

  /// Whether it has not ended by its full disk yet.
  public synchronized boolean isFull(int index) {
    return places.get(index).excused;
  }

  /// What a supervisor does: starts again whatever ended by itself. Returns how those ended that
  /// had no reason to.
  public synchronized List<String> revive() {
    List<String> crashes = new ArrayList<>();
    for (Place place : places) {
      if (place.jvm != null && !place.jvm.isAlive()) {
        if (!place.excused && !place.wasLeaderWithoutMemory()) {
          crashes.add(place.jvm + " ended by itself with " + place.jvm.exitCode());
        }
        place.excused = false;
        launch(place);
      }
    }
    return crashes;
  }

  /// Whether each of them is up since it was started last. What the others say of one that was
  /// killed or frozen just now is what they knew before, for as long as its session lasts.
  public synchronized boolean areThere() {
    return places.stream().allMatch(Place::isThere);
  }

  private Path folderOf(Place place) {
    return folder.resolve(places.size() == 1 ? "broker" : "broker-" + place.node);
  }

  /// One of them trains the cache of all.
  private List<String> flags(Place place) {
    return cache.training() && place.node > 1 ? List.of() : cache.flags("broker");
  }

  /// What Kafka warns of lies in a file of each start, beside its folder: why it ended by itself.
  private void launch(Place place) {
    String quorum =
        places.stream()
            .map(each -> each.node + "@127.0.0.1:" + each.controller)
            .collect(Collectors.joining(","));
    Path own = folderOf(place);
    place.begun = place.log.length();
    place.frozen = false;
    place.starts++;
    place.told = new ProcessLog(Path.of(own + "-" + place.starts + ".kafka"));
    place.jvm =
        Jvm.start(
            JvmLaunchBuilder.builder()
                .name(own.getFileName().toString())
                .main(BrokerMain.class)
                .heapMb(HEAP_MB)
                .flags(flags(place))
                .properties(
                    Map.of(
                        BrokerMain.FOLDER, own.toString(),
                        BrokerMain.NODE, String.valueOf(place.node),
                        BrokerMain.CLUSTER, cluster,
                        BrokerMain.DIRECT, String.valueOf(place.direct),
                        BrokerMain.CONTROLLER, String.valueOf(place.controller),
                        BrokerMain.QUORUM, quorum,
                        Logs.FILE, place.told.file().toString()))
                .environment(Map.of(Logins.SECRET, logins.secret()))
                .arguments(place.links)
                .log(place.log.file())
                .build());
  }

  /// Ends them in order, so that whoever trains a cache leaves one.
  public synchronized void stopInOrder() throws InterruptedException {
    for (Place place : places) {
      place.running().end();
    }
    for (Place place : places) {
      place.running().awaitEnd(TRAINED_SECONDS);
      place.jvm = null;
    }
  }

  @Override
  public synchronized void close() {
    try {
      for (Place place : places) {
        if (place.jvm != null) {
          place.jvm.kill();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    links.forEach(Links::close);
  }
}
