package dev.playloop.chaos.cluster;

import dev.playloop.chaos.process.AotCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;

/// The brokers of a system: one, or three of which each log lies on all, and which take a write
/// that two of them have. Each worker reaches each of them by a link of its own, and stands in the
/// zone of one of them. Thread-safe.
public final class Brokers implements AutoCloseable {
  private static final int IN_ORDER_SECONDS = 60;

  /// How long a process may take to end in order, and to write its cache.
  private static final int TRAINED_SECONDS = 90;

  private final List<Place> places = new ArrayList<>();
  private final List<Links> links = new ArrayList<>();
  private final Zones zones;
  private final Place.Cluster cluster;

  private Brokers(int count, Zones zones, Path folder, AotCache cache) {
    this.zones = zones;
    for (int i = 0; i < count; i++) {
      String name = count == 1 ? "broker" : "broker-" + (i + 1);
      places.add(new Place(name, i + 1, zones.zone(i), folder));
    }
    this.cluster =
        new Place.Cluster(
            Uuid.randomUuid().toString(),
            ofEach(Place::voter),
            count == 1 ? Logins.NONE : Logins.fresh(),
            cache);
  }

  /// Not started yet: before that, links are opened.
  ///
  /// @param count 1 or 3
  public static Brokers onLoopback(int count, Path folder, AotCache cache) {
    return new Brokers(count, Zones.onLoopback(count), folder, cache);
  }

  /// As [#onLoopback], but each in a zone of its own that can be cut off; see [#lacksZones].
  public static Brokers inZones(int count, Path folder, AotCache cache) {
    return new Brokers(count, Zones.open(count), folder, cache);
  }

  private String ofEach(Function<Place, String> word) {
    return places.stream().map(word).collect(Collectors.joining(","));
  }

  public int count() {
    return places.size();
  }

  /// The ways of one more worker, which stands in the zone after that of the one before it. Closed
  /// with the brokers.
  public synchronized Links open() {
    Links opened =
        new Links(links.size() % places.size(), places.stream().map(Place::open).toList());
    links.add(opened);
    return opened;
  }

  /// As whom workers come: several brokers ask, one does not.
  public Logins logins() {
    return cluster.logins();
  }

  /// Where whoever is disturbed by nothing begins.
  public String bootstrap() {
    return ofEach(Place::direct);
  }

  public synchronized void start() {
    places.forEach(place -> place.launch(cluster));
  }

  /// `kill -9`, and a start on the same folder.
  public synchronized void kill(int index) throws InterruptedException {
    Place place = places.get(index);
    place.running().kill();
    place.launch(cluster);
  }

  /// As an update does it: SIGTERM, which hands its partitions to the others, and a start.
  public synchronized void restart(int index) throws InterruptedException {
    Place place = places.get(index);
    place.running().end();
    if (!place.running().awaitEnd(IN_ORDER_SECONDS)) {
      place.running().kill();
    }
    place.launch(cluster);
  }

  /// Its machine is gone for good: another takes its place, with nothing on its disk.
  public synchronized void lose(int index) throws InterruptedException {
    Place place = places.get(index);
    place.running().kill();
    place.forget();
    place.launch(cluster);
  }

  public synchronized void freeze(int index) throws InterruptedException {
    places.get(index).freeze();
  }

  public synchronized void thaw(int index) throws InterruptedException {
    places.get(index).thaw();
  }

  /// Why no zone can be cut off; empty where that can be done.
  public String lacksZones() {
    return zones.lacks();
  }

  /// Cuts a zone off from the others until it is joined: its broker from its peers, its workers
  /// from those, and everybody else's from its broker. All run on, and what is no broker, such as a
  /// database, is everybody's as before. False where this machine has no zones.
  public synchronized boolean cutZone(int index) {
    return zones.canBeCut() && setApart(index, true);
  }

  public synchronized void joinZone(int index) {
    if (zones.canBeCut()) {
      setApart(index, false);
    }
  }

  private boolean setApart(int index, boolean apart) {
    try {
      if (apart) {
        zones.cut(index);
      } else {
        zones.join(index);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    places.get(index).setApart(apart);
    links.forEach(each -> each.setApart(index, apart));
    return true;
  }

  /// From now on its files can't grow any more, as on a full disk; it ends by that, and the next
  /// one has room. False where this machine has no `prlimit`.
  public synchronized boolean fill(int index) throws InterruptedException {
    return places.get(index).fill();
  }

  /// Whether it has not ended by its full disk yet.
  public synchronized boolean isFull(int index) {
    return places.get(index).isFull();
  }

  /// What a supervisor does: starts again whatever ended by itself. Returns how those ended that
  /// had no reason to.
  public synchronized List<String> revive() {
    List<String> crashes = new ArrayList<>();
    for (Place place : places) {
      if (place.hasEnded()) {
        String crash = place.takeCrash();
        if (crash != null) {
          crashes.add(crash);
        }
        place.launch(cluster);
      }
    }
    return crashes;
  }

  /// Whether each of them is up since it was started last, and among the others. What these say of
  /// one that was killed or frozen just now is what they knew before, for as long as its session
  /// lasts.
  public synchronized boolean areThere() {
    return places.stream().allMatch(Place::isThere);
  }

  /// For tests.
  synchronized long pid(int index) {
    return places.get(index).running().pid();
  }

  /// Ends them in order, so that whoever trains a cache leaves one.
  public synchronized void stopInOrder() throws InterruptedException {
    for (Place place : places) {
      place.running().end();
    }
    for (Place place : places) {
      place.running().awaitEnd(TRAINED_SECONDS);
      place.forgetProcess();
    }
  }

  @Override
  public synchronized void close() {
    try {
      places.forEach(Place::close);
      links.forEach(Links::close);
    } finally {
      zones.close();
    }
  }
}
