package dev.playloop.worlds.emulator;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Faults in front of a REST API, for tests of those who use it. One fault at a time; it hits
/// requests whose path begins with a given text, all of them or the first few, until [#none].
public final class Faults {
  private static final String NOT_THERE =
      "Could not communicate with mGBA. Is mGBA running with mGBASocketServer.lua loaded?";
  private static final String TOO_LATE =
      "No response from mGBA within 3000ms. Is mGBA running with the Lua script loaded?";

  private final Handler behind;
  private volatile UnaryOperator<Handler> fault = UnaryOperator.identity();
  private final AtomicInteger hits = new AtomicInteger();

  Faults(Handler behind) {
    this.behind = behind;
  }

  /// What the front serves.
  Answer handle(Request request) throws InterruptedException {
    return fault.apply(behind).handle(request);
  }

  /// No fault from now on.
  public void none() {
    fault = UnaryOperator.identity();
    hits.set(0);
  }

  /// How many requests the present fault has hit.
  public int hits() {
    return hits.get();
  }

  /// The command runs, then the connection ends without an answer.
  public void dropAfterRunning(String path, int times) {
    set(
        path,
        times,
        (next, request) -> {
          next.handle(request);
          return new Answer.Hangup();
        });
  }

  /// The connection ends before anything has run.
  public void dropBeforeRunning(String path, int times) {
    set(path, times, (_, _) -> new Answer.Hangup());
  }

  /// 502: mGBA can't be reached, nothing has run.
  public void badGateway(String path, int times) {
    set(path, times, (_, _) -> Answer.problem(502, NOT_THERE));
  }

  /// 504, and the command has run.
  public void timeoutAfterRunning(String path, int times) {
    set(
        path,
        times,
        (next, request) -> {
          next.handle(request);
          return Answer.problem(504, TOO_LATE);
        });
  }

  /// 504, and the command has not run.
  public void timeoutBeforeRunning(String path, int times) {
    set(path, times, (_, _) -> Answer.problem(504, TOO_LATE));
  }

  /// 200 with this text instead of an answer; the command has run.
  public void junk(String path, int times, String text) {
    set(
        path,
        times,
        (next, request) -> {
          next.handle(request);
          return Answer.ok(text);
        });
  }

  /// 200 with nothing in it; the command has run.
  public void empty(String path, int times) {
    junk(path, times, "");
  }

  /// Answers come this much later, after the command has run.
  public void slow(String path, int times, Duration by) {
    set(
        path,
        times,
        (next, request) -> {
          Answer answer = next.handle(request);
          long until = System.nanoTime() + by.toNanos();
          for (long left = by.toNanos(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
          }
          return answer;
        });
  }

  /// The frame counter stands still, as that of a paused emulator: no frame passes by asking.
  public void stuckClock(long frame) {
    set("/core/currentframe", Integer.MAX_VALUE, (_, _) -> Answer.ok(Long.toString(frame)));
  }

  private void set(String path, int times, Fault happens) {
    String prefix = path.toLowerCase(Locale.ROOT);
    Predicate<Request> hit =
        request ->
            request.path().startsWith(prefix)
                && hits.getAndUpdate(n -> n < times ? n + 1 : n) < times;
    hits.set(0);
    fault =
        next -> request -> hit.test(request) ? happens.answer(next, request) : next.handle(request);
  }

  private interface Fault {
    Answer answer(Handler next, Request request) throws InterruptedException;
  }
}
