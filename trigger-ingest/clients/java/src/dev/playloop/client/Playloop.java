package dev.playloop.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Tells Playloop's gateway what happens in a game: a queue in memory, and one thread that empties
 * it. SPEC.md beside this folder says how it behaves. All methods may be called by any thread; none
 * but {@link #flush} and {@link #close} ever waits.
 */
public final class Playloop implements AutoCloseable {
  private static final long PATIENCE_MS = 10_000;

  private final Options options;
  private final Seams seams;
  private final Clock clock;
  private final Envelope envelope;
  private final Outbox outbox;
  private final Wire wire;
  private final Thread thread;
  private final News news = new News();
  private long taken;
  private long accepted;
  private long coalesced;
  private long dropped;
  private long refused;
  private long cut;
  private long retries;
  private long version;
  private long hurry;
  private double since;
  private double notBefore;
  private int attempt;
  private boolean closing;
  private boolean closed;
  private boolean stopped;
  private boolean left;

  /** What tests replace. */
  record Seams(Clock clock, Supplier<String> ids, DoubleSupplier chance) {
    static Seams real() {
      return new Seams(
          new Clock(), Ulid::next, () -> ThreadLocalRandom.current().nextDouble());
    }
  }

  public Playloop(Options options) {
    this(options, Seams.real());
  }

  Playloop(Options options, Seams seams) {
    this.options = options;
    this.seams = seams;
    this.clock = seams.clock();
    this.envelope = new Envelope(options, clock);
    this.outbox = new Outbox(options);
    this.wire = new Wire(options);
    this.thread = new Thread(this::run, "playloop");
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns at once, and whether the event was taken in. */
  public boolean send(Event event) {
    String id = event.id == null ? seams.ids().get() : event.id;
    byte[] json;
    try {
      json = envelope.json(event, id, this::nextVersion);
    } catch (Refusal e) {
      return locked(() -> {
        taken++;
        refused++;
        news.tell(Problem.refused(id, e));
        clock.wake();
        return false;
      });
    }
    return locked(() -> enqueue(event, id, json));
  }

  private long nextVersion() {
    return locked(() -> version = Math.max(version + 1, clock.wall()));
  }

  private boolean enqueue(Event event, String id, byte[] json) {
    taken++;
    if (closing || stopped) {
      dropped++;
      return false;
    }
    if (outbox.queued() == 0) {
      since = clock.now();
    }
    Outbox.Added added = outbox.add(id, json, event.key);
    coalesced += added.coalesced();
    dropped += added.dropped();
    news.dropped(added.dropped());
    cut += added.taken() && event.cut ? 1 : 0;
    if (added.dropped() > 0 || outbox.queued() == 1 || outbox.isFull()) {
      clock.wake();
    }
    return added.taken();
  }

  /** How many events were taken, and what became of them. */
  public Stats stats() {
    return locked(() ->
        new Stats(
            taken, accepted, coalesced, dropped, refused, outbox.waiting(), cut, retries));
  }

  /** Waits until all that was taken so far has been answered; false where it has not. */
  public boolean flush(long timeoutMs) throws InterruptedException {
    clock.lock.lockInterruptibly();
    try {
      double deadline = clock.now() + timeoutMs;
      long last = outbox.last();
      hurry = last;
      clock.wake();
      while (outbox.oldest() <= last && !stopped && !closed) {
        if (clock.now() >= deadline) {
          return false;
        }
        clock.await(deadline);
      }
      return !stopped && !left && outbox.oldest() > last;
    } finally {
      clock.lock.unlock();
    }
  }

  /** Takes no more, sends what waits, and ends. What is left by then counts as dropped. */
  public boolean close(long timeoutMs) throws InterruptedException {
    locked(() -> closing = true);
    try {
      return flush(timeoutMs);
    } finally {
      boolean ignored = locked(() -> {
        leave();
        closed = true;
        clock.wake();
        return closed;
      });
    }
  }

  /** As {@link #close(long)}, for at most ten seconds. */
  @Override
  public void close() {
    try {
      boolean ignored = close(PATIENCE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void leave() {
    int some = outbox.leave();
    dropped += some;
    left |= some > 0;
  }

  boolean isAlive() {
    return thread.isAlive();
  }

  @Override
  public String toString() {
    return "Playloop(" + options.endpoint + ", token=***)";
  }

  private <T> T locked(Supplier<T> what) {
    clock.lock.lock();
    try {
      return what.get();
    } finally {
      clock.lock.unlock();
    }
  }

  private void run() {
    try {
      while (true) {
        List<Outbox.Waiting> batch;
        List<Problem> told;
        clock.lock.lock();
        try {
          batch = next();
          told = news.take(closed);
        } finally {
          clock.lock.unlock();
        }
        told.forEach(this::callBack);
        if (batch != null) {
          Wire.Answer answer = wire.post(batch);
          boolean ignored = locked(() -> closed || answered(batch, answer));
        } else if (told.isEmpty() && locked(() -> closed)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      boolean ignored = locked(() -> closing = true);
    }
  }

  /** The batch to send now, or null where there is something to tell, or an end. */
  private List<Outbox.Waiting> next() throws InterruptedException {
    while (true) {
      if (news.isDue() || closed) {
        return null;
      }
      double due = Double.POSITIVE_INFINITY;
      if (outbox.batch() != null) {
        due = notBefore;
        if (clock.now() >= due) {
          return outbox.batch();
        }
      } else if (outbox.queued() > 0) {
        due = since + options.lingerMs;
        if (outbox.oldest() <= hurry || outbox.isFull() || clock.now() >= due) {
          outbox.take();
          continue;
        }
      }
      clock.await(due);
    }
  }

  private boolean answered(List<Outbox.Waiting> batch, Wire.Answer answer) {
    int status = answer == null ? 0 : answer.status();
    if (status == 202) {
      done(batch, List.of());
      accepted += batch.size();
      news.acceptedAgain();
    } else if (answer == null || status == 408 || status == 429
        || (status >= 500 && status <= 599)) {
      attempt++;
      retries++;
      notBefore = clock.now() + Math.max(backoff(), Verdicts.retryAfterMs(answer));
    } else if (status == 400 || status == 413 || status == 422) {
      refused(batch, new Verdicts(answer, options.token).refused(batch));
    } else {
      stopped = true;
      leave();
      news.tell(Problem.stopped(status, new Verdicts(answer, options.token).detail()));
    }
    clock.wake();
    return true;
  }

  private double backoff() {
    double grown =
        Math.min(options.backoffMaxMs, options.backoffMs * Math.pow(2, Math.min(attempt - 1, 20)));
    return grown * (0.5 + seams.chance().getAsDouble() / 2);
  }

  /**
   * Those that the answer names are left out. Where it names none they are sent in halves, until it
   * is plain which one is meant.
   */
  private void refused(List<Outbox.Waiting> batch, Map<Integer, Problem> named) {
    List<Outbox.Waiting> wrong = new ArrayList<>();
    List<Outbox.Waiting> rest = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      (named.containsKey(i) ? wrong : rest).add(batch.get(i));
    }
    int half = named.isEmpty() ? (rest.size() + 1) / 2 : rest.size();
    done(wrong, List.of(rest.subList(0, half), rest.subList(half, rest.size())));
    refused += wrong.size();
    named.values().forEach(news::tell);
  }

  private void done(List<Outbox.Waiting> events, List<List<Outbox.Waiting>> parts) {
    outbox.answered(events, parts);
    attempt = 0;
    notBefore = 0;
  }

  private void callBack(Problem problem) {
    try {
      options.onProblem.accept(problem);
    } catch (RuntimeException e) {
      // The game's own fault, and no reason to lose its events.
    }
  }
}
