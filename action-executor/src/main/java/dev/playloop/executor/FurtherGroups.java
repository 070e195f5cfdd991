package dev.playloop.executor;

import dev.playloop.worlds.model.WorldBinding;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks again and again for groups that were declared meanwhile, and takes them up. One that can't
/// be taken up now is tried again, and is a problem until then; the others don't wait for it. Has a
/// thread of its own from [#start] to [#close].
final class FurtherGroups implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FurtherGroups.class);
  private static final long LOOK_MILLIS = 200;

  private final LaterGroups later;
  private final Predicate<String> isBound;
  private final Consumer<WorldBinding<?>> taken;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable String problem;

  /// @param taken is told of each that is not bound yet, on this thread
  FurtherGroups(LaterGroups later, Predicate<String> isBound, Consumer<WorldBinding<?>> taken) {
    this.later = later;
    this.isBound = isBound;
    this.taken = taken;
    this.thread = Thread.ofPlatform().name("executor-groups").daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /// Which group could not be taken up and why, in words for the operator; null where all are.
  @Nullable String problem() {
    return problem;
  }

  private void run() {
    try {
      do {
        look();
      } while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() throws InterruptedException {
    String found = null;
    try {
      for (String name : later.names()) {
        if (!isBound.test(name) && closed.getCount() > 0) {
          String failed = take(name);
          found = found == null ? failed : found;
        }
      }
    } catch (RuntimeException e) {
      found = "which groups there are can't be told: " + e.getMessage();
    }
    if (found != null && !found.equals(problem)) {
      LOG.warn("{}", found);
    }
    problem = found;
  }

  private @Nullable String take(String name) throws InterruptedException {
    try {
      taken.accept(later.binding(name));
      LOG.atInfo().addKeyValue("group", name).log("performs its actions from now on");
      return null;
    } catch (RuntimeException e) {
      return "the group " + name + " can't be taken up: " + e.getMessage();
    }
  }

  /// Returns when nothing more is taken up.
  @Override
  public void close() {
    closed.countDown();
    thread.interrupt(); // it may wait for Kafka
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
