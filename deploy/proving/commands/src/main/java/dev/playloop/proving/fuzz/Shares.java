package dev.playloop.proving.fuzz;

import dev.playloop.proving.fuzz.arena.Findings;
import dev.playloop.proving.fuzz.input.Corpus;
import dev.playloop.proving.fuzz.surface.Surface;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Which surface may send how much: nothing more before the next check once a round is used up, and
/// nothing while it is far ahead of the slowest. Counts what each has had. Thread-safe.
final class Shares {
  private static final Duration LOOK = Duration.ofMillis(500);

  /// How many times as much as the slowest a surface may have had.
  private static final int AHEAD = 3;

  private final FuzzOptions options;
  private final Findings findings;
  private final Map<String, Corpus> corpora;
  private final Map<String, Fed> fed = new LinkedHashMap<>();

  /// Set anew when the system is up: starting it takes none of the time.
  private long begun = System.nanoTime();

  /// What may still be sent before the next check.
  private long left;

  private boolean pausing;

  /// What a surface has had.
  private static final class Fed {
    private long next = 1;
    private long inputs;
    private long nanos;
    private final long before;

    private Fed(long before) {
      this.before = before;
    }

    /// With those of earlier runs.
    private long all() {
      return before + inputs;
    }
  }

  Shares(FuzzOptions options, Findings findings, Map<String, Corpus> corpora) {
    this.options = options;
    this.findings = findings;
    this.corpora = corpora;
  }

  /// The time begins.
  synchronized void begin(List<Surface> surfaces) {
    surfaces.forEach(surface ->
        fed.put(surface.name(), new Fed(options.before().getOrDefault(surface.name(), 0L))));
    begun = System.nanoTime();
  }

  /// So many inputs of all of them may be sent until the next check.
  synchronized void round(long inputs) {
    left = inputs;
    pausing = false;
  }

  /// Nobody sends more in this round.
  synchronized void pause() {
    pausing = true;
    notifyAll();
  }

  /// The number of the first input that the surface may send now; 0 where it is to pause. Waits
  /// while it is far ahead of another one.
  synchronized long next(Surface surface) throws InterruptedException {
    Fed own = of(surface);
    while (own.next > 1 && !isOver() && !pausing && isAhead(own, surface)) {
      wait(LOOK.toMillis());
    }
    if (pausing || left < surface.most() || (own.next > 1 && isOver())) {
      return 0;
    }
    left -= surface.most();
    long first = own.next;
    own.next += numbers(surface, first);
    return first;
  }

  /// At first the corpus alone: a system that has just started is given a little at a time.
  int numbers(Surface surface, long first) {
    int kept = Objects.requireNonNull(corpora.get(surface.name())).entries().size();
    return first == 1 ? Math.min(kept, surface.chunk()) : surface.chunk();
  }

  private boolean isAhead(Fed own, Surface surface) {
    long least = fed.values().stream().mapToLong(Fed::all).min().orElse(0);
    return own.all() > AHEAD * (least + surface.chunk());
  }

  /// Counts what was sent of what was reserved.
  synchronized void fed(Surface surface, long inputs, long reserved, long nanos) {
    left += reserved - inputs;
    Fed own = of(surface);
    own.inputs += inputs;
    own.nanos += nanos;
    notifyAll();
  }

  /// Until something was sent, half a second at most.
  @SuppressWarnings("WaitNotInLoop") // who asked looks again anyway
  synchronized void awaitSome() throws InterruptedException {
    wait(LOOK.toMillis());
  }

  synchronized boolean goOn() {
    return !isOver();
  }

  private boolean isOver() {
    boolean time = System.nanoTime() - begun >= options.time().toNanos();
    boolean enough =
        options.count() > 0
            && fed.values().stream().mapToLong(Fed::all).sum() >= options.total()
            && fed.values().stream().allMatch(each -> each.all() >= options.count());
    return time || enough || findings.isEnough();
  }

  /// The inputs of all surfaces in this run.
  synchronized long all() {
    return fed.values().stream().mapToLong(each -> each.inputs).sum();
  }

  /// The inputs of each, as a line tells them.
  synchronized String told() {
    StringBuilder inputs = new StringBuilder();
    fed.forEach((name, each) -> inputs.append(' ').append(name).append(' ').append(each.inputs));
    return inputs.toString();
  }

  synchronized FuzzReport.Surfaced of(Surface surface, int refusals) {
    Fed own = of(surface);
    return new FuzzReport.Surfaced(own.inputs, refusals, own.nanos / 1e9);
  }

  synchronized double seconds() {
    return (System.nanoTime() - begun) / 1e9;
  }

  private Fed of(Surface surface) {
    return Objects.requireNonNull(fed.get(surface.name()));
  }
}
