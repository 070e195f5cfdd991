package dev.playloop.chaos;

import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.schemas.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Which triggers have ended, and which hostile records were told of. Fed by the observer's thread,
/// asked by the history's.
public final class Ends {
  private static final long LOOK_MILLIS = 50;

  private static final int LONGEST = 4;

  private final Topics topics;
  private final Set<String> published = ConcurrentHashMap.newKeySet();
  private final Set<String> ended = ConcurrentHashMap.newKeySet();
  private final Set<String> hostile = ConcurrentHashMap.newKeySet();
  private final Set<String> told = ConcurrentHashMap.newKeySet();
  private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

  public Ends(Topics topics) {
    this.topics = topics;
  }

  public void listen(Consumer<String> listener) {
    listeners.add(listener);
  }

  public void see(Observed seen) {
    if (seen.record().topic().equals(topics.deadLetters().name())) {
      told.add(FactsReader.letterOf(seen.record()));
    } else if (Hostile.mustBecomeLetter(seen.record())) {
      hostile.add(seen.place());
    } else if (seen.record().topic().equals(topics.triggers().name())) {
      Trigger trigger = Json.read(seen.record().value(), Trigger.class);
      published.add(FactsReader.triggerId(seen.record(), trigger));
    } else if (seen.record().topic().equals(topics.journal().name())) {
      for (String trigger :
          FactsReader.ended(JournalHeaders.read(seen.record().headers(), seen.record().value()))) {
        ended.add(trigger);
        listeners.forEach(listener -> listener.accept(trigger));
      }
    }
  }

  void awaitFirst(Duration limit) throws InterruptedException {
    if (!await(() -> !ended.isEmpty(), limit)) {
      throw new IllegalStateException("no trigger ended within " + limit + ", before any fault");
    }
  }

  /// Whether all have ended, and every hostile record has its dead letter. A busy machine is given
  /// time for as long as something comes, up to four times the limit: only where nothing has come
  /// for that long, what is missing is taken never to come.
  public boolean awaitAll(Set<String> accepted, Duration limit) throws InterruptedException {
    long last = System.nanoTime() + LONGEST * limit.toNanos();
    long deadline = 0;
    int come = -1;
    while (missing(accepted) > 0) {
      long now = System.nanoTime();
      if (ended.size() + told.size() > come) {
        come = ended.size() + told.size();
        deadline = now + limit.toNanos();
      }
      if (now > Math.min(deadline, last)) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    return true;
  }

  private long missing(Set<String> accepted) {
    return without(ended, accepted) + without(ended, published) + without(told, hostile);
  }

  private static long without(Set<String> those, Set<String> of) {
    return of.stream().filter(one -> !those.contains(one)).count();
  }

  public static boolean await(BooleanSupplier condition, Duration limit)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    return true;
  }
}
