package dev.playloop.projector.steady;

import dev.playloop.kit.Telemetry;
import dev.playloop.kit.topic.Suspects;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// How one Streams application is: whether its threads live and its partitions advance. Told by the
/// consumers, the processors and the thread that dies, asked by the health server. Counts deaths,
/// records that were skipped and dead letters. Safe for all threads.
public final class Pulse {
  /// A thread that died this long ago, and none since, is mended.
  static final Duration MENDED = Duration.ofSeconds(5);

  /// So long a partition with records to read may stand still.
  static final Duration STILL = Duration.ofSeconds(5);

  /// So long a thread may be at what it has read.
  static final Duration BUSY = Duration.ofSeconds(20);

  private static final int DEEPEST = 30;
  private static final String SCHEMA = "https://opentelemetry.io/schemas/1.41.1";
  private static final AttributeKey<String> APPLICATION = AttributeKey.stringKey("application");

  private final String application;
  private final Suspects suspects;
  private final Backpressure backpressure;
  private final Commits commits;
  private final LongSupplier nanos;
  private final Attributes attributes;
  private final LongCounter restarts;
  private final LongCounter skipped;
  private final LongCounter letters;
  private final LongCounter replaced;
  private final Map<TopicPartition, Place> places = new ConcurrentHashMap<>();

  /// When each thread asked for records last; threads that ended are taken out.
  private final Map<Thread, Long> polls = new ConcurrentHashMap<>();

  /// Errors whose record is known already. Few: each ends a thread.
  private final Set<Throwable> placed =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  private volatile @Nullable Death death;
  private volatile @Nullable String end;
  private volatile Suspects.@Nullable Position hopeless;

  private Pulse(
      String application,
      Suspects suspects,
      Telemetry telemetry,
      LongSupplier nanos,
      Commits commits) {
    this.application = application;
    this.suspects = suspects;
    this.nanos = nanos;
    this.backpressure = new Backpressure(nanos);
    this.commits = commits;
    this.attributes = Attributes.of(APPLICATION, application);
    Meter meter = telemetry.meter("dev.playloop.projector", SCHEMA);
    restarts = counter(meter, "restarts", "{thread}");
    skipped = counter(meter, "skipped", "{record}");
    letters = counter(meter, "dead_letters", "{record}");
    replaced = counter(meter, "replaced", "{character}");
  }

  /// `seen` is when somebody spoke of it last: those that moved away are no matter of ours.
  private record Place(long position, long since, boolean behind, long seen) {}

  private record Death(String cause, long at) {}

  /// Of an application that nobody asks, as in tests: nothing is kept beyond this process.
  public static Pulse quiet() {
    return quiet(() -> 0);
  }

  /// The same where the processors are as busy as `load` says, 0 to 1.
  public static Pulse quiet(DoubleSupplier load) {
    Commits commits = new Commits(System::nanoTime, load);
    return new Pulse("", Suspects.unkept(), Telemetry.off(), System::nanoTime, commits);
  }

  public static Pulse of(String application, Suspects suspects, Telemetry telemetry) {
    return of(application, suspects, telemetry, System::nanoTime);
  }

  static Pulse of(String application, Suspects suspects, Telemetry telemetry, LongSupplier nanos) {
    Commits commits = new Commits(nanos, new CpuLoad(nanos));
    return new Pulse(application, suspects, telemetry, nanos, commits);
  }

  public Suspects suspects() {
    return suspects;
  }

  Backpressure backpressure() {
    return backpressure;
  }

  public Commits commits() {
    return commits;
  }

  /// An `Error` struck while this record was handled, and ends the thread. Returns how often it did
  /// by now.
  public int struck(Suspects.Position at, Error error) {
    placed.add(error);
    int times = suspects.struck(at);
    if (times >= Suspects.HOPELESS) {
      hopeless = at;
    }
    return times;
  }

  /// A poll threw at this record, and the thread goes on. Returns how often it did by now.
  int unfetched(Suspects.Position at) {
    return suspects.struck(at);
  }

  /// The record that strikes although it is skipped; null where there is none.
  @Nullable String hopeless() {
    Suspects.Position at = hopeless;
    return at == null ? null : at.toString();
  }

  /// Whether the failure, or what caused it, is known to be a record's.
  boolean isPlaced(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (placed.contains(cause)) {
        return true;
      }
    }
    return false;
  }

  /// A thread died, and is replaced.
  void died(Throwable failure) {
    placed.clear();
    polls.remove(Thread.currentThread());
    death = new Death(named(failure), nanos.getAsLong());
    restarts.add(1, attributes);
  }

  /// The application ends for good.
  void ended(String why) {
    end = why;
  }

  /// Why it has ended for good; null while it has not.
  public @Nullable String end() {
    return end;
  }

  /// A record was passed over, its bytes unread.
  public void skipped() {
    skipped.add(1, attributes);
  }

  /// A record became a dead letter.
  public void letter() {
    letters.add(1, attributes);
  }

  /// So many characters of a record were no text, and are read as U+FFFD.
  public void replaced(int characters) {
    if (characters > 0) {
      replaced.add(characters, attributes);
    }
  }

  /// The calling thread asks for records.
  void polled() {
    polls.put(Thread.currentThread(), nanos.getAsLong());
  }

  /// Where a partition of the calling thread stands, and whether there is more to read.
  void stands(TopicPartition partition, long position, boolean behind) {
    long now = nanos.getAsLong();
    places.compute(
        partition,
        (ignored, old) ->
            old != null && old.position() == position && old.behind() == behind
                ? new Place(position, old.since(), behind, now)
                : new Place(position, now, behind, now));
  }

  /// The calling thread ends.
  void left() {
    polls.remove(Thread.currentThread());
  }

  /// What is wrong, in words for the operator; null where nothing is.
  public @Nullable String problem() {
    long now = nanos.getAsLong();
    String over = end;
    if (over != null) {
      return over;
    }
    Death last = death;
    if (last != null && now - last.at() < MENDED.toNanos()) {
      return "a thread of the "
          + application
          + " application died and is replaced: "
          + last.cause();
    }
    if (!suspects.isQuiet()) {
      return "the "
          + application
          + " application reads one record at a time until it is past "
          + suspects.open();
    }
    for (Map.Entry<TopicPartition, Place> place : places.entrySet()) {
      Place at = place.getValue();
      if (at.behind() && now - at.since() > STILL.toNanos() && now - at.seen() < STILL.toNanos()) {
        return place.getKey() + " does not advance beyond offset " + at.position();
      }
    }
    polls.keySet().removeIf(thread -> !thread.isAlive());
    for (Map.Entry<Thread, Long> poll : polls.entrySet()) {
      if (now - poll.getValue() > BUSY.toNanos()) {
        return poll.getKey().getName() + " is at its records for too long";
      }
    }
    return null;
  }

  /// The innermost cause, by class and message.
  static String named(Throwable failure) {
    Throwable innermost = failure;
    // Causes may go round in a circle.
    for (int depth = 0; innermost.getCause() != null && depth < DEEPEST; depth++) {
      innermost = innermost.getCause();
    }
    return innermost.getClass().getSimpleName() + ": " + innermost.getMessage();
  }

  /// It is told from 0 on: of a series that begins with its first event no increase is seen.
  private LongCounter counter(Meter meter, String name, String unit) {
    LongCounter counter = meter.counterBuilder("playloop.projector." + name).setUnit(unit).build();
    counter.add(0, attributes);
    return counter;
  }
}
