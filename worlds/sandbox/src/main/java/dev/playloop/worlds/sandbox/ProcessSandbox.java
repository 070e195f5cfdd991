package dev.playloop.worlds.sandbox;

import dev.playloop.worlds.sandbox.Child.Kill;
import dev.playloop.worlds.sandbox.Outcome.Code;
import dev.playloop.worlds.sandbox.child.Frame;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The sandbox over child processes. First runs take one of `size` [Places], in fair turns of their
/// callers; a nested run needs none, for its first run has one. So nobody who has a place waits for
/// one.
final class ProcessSandbox implements Sandbox {
  /// In characters of JSON.
  private static final int MAX_ARGS = 4 << 20;

  /// What a line has beside the guest's text, in bytes; and how many of them a character may take.
  private static final int LINE_OVERHEAD = 16_384;

  private static final int MAX_BYTES_A_CHARACTER = 3;
  private static final long MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final SandboxSettings settings;
  private final JsonMapper json = JsonMapper.builder().build();
  private final Places places;
  private final Map<String, ChildPool> pools = new HashMap<>();
  private final ScheduledThreadPoolExecutor starter;
  private final ScheduledThreadPoolExecutor timer = executor("sandbox-time", 1);

  /// What a caller asks of a program.
  private record Task(Frame.Type type, Program program, List<JsonNode> args, GuestCall call) {}

  /// A task on its way to a child.
  private record Order(String caller, Frame frame, Limits limits, HostCalls host, ChildPool pool) {}

  /// Children start in the background from here on.
  ///
  /// @param commands how a child is started, by language
  ProcessSandbox(SandboxSettings settings, Map<String, ChildCommand> commands) {
    this.settings = settings;
    this.places = new Places(settings.size(), System::nanoTime);
    // A language whose children take seconds to start keeps no other waiting.
    this.starter = executor("sandbox-start", Math.max(1, commands.size()));
    timer.setRemoveOnCancelPolicy(true);
    commands.forEach((language, command) -> {
      int warm = language.equals(Program.JAVASCRIPT) ? settings.size() : 1;
      ChildPool pool = new ChildPool(command, settings, warm, starter);
      pools.put(language, pool);
      pool.begin();
    });
  }

  @Override
  public Outcome run(
      Program program, List<JsonNode> args, GuestCall call, Limits limits, HostPort host)
      throws InterruptedException {
    return run(new Task(Frame.Type.RUN, program, args, call), limits, host);
  }

  @Override
  public Optional<Outcome.Failed> check(Program program, String caller)
      throws InterruptedException {
    Outcome outcome =
        run(
            new Task(Frame.Type.CHECK, program, List.of(), new GuestCall(caller, "")),
            Limits.DEFAULT,
            new RefusingHost());
    return switch (outcome) {
      case Outcome.Returned _ -> Optional.empty();
      case Outcome.Failed failed -> Optional.of(failed);
    };
  }

  @Override
  public Set<String> languages() {
    return new TreeSet<>(pools.keySet());
  }

  /// Process ids of all children.
  List<Long> pids() {
    return pools.values().stream().flatMap(pool -> pool.pids().stream()).toList();
  }

  @Override
  public void close() {
    pools.values().forEach(ChildPool::close);
    starter.shutdownNow();
    pools.values().forEach(ChildPool::awaitGone);
    timer.shutdownNow();
  }

  private Outcome run(Task task, Limits limits, HostPort host) throws InterruptedException {
    Program program = task.program();
    ChildPool pool = pools.get(program.language());
    if (pool == null) {
      return refused(
          Code.INVALID_TYPE,
          "language "
              + GuestText.plain(program.language(), 40)
              + " is not installed here; installed: "
              + String.join(", ", languages()));
    }
    Nesting around = Nesting.AROUND.isBound() ? Nesting.AROUND.get() : null;
    if (around != null && around.depth() >= settings.maxDepth()) {
      return refused(
          Code.RUNTIME_ERROR,
          "runs nest at most " + settings.maxDepth() + " deep, and this would be one more");
    }
    String argsText = text(task.args());
    if (argsText == null) {
      return refused(
          Code.RUNTIME_ERROR,
          "the arguments nest too deep, or have more than " + MAX_ARGS + " characters");
    }
    Frame frame = frame(task, argsText, limits);
    Order order = new Order(task.call().caller(), frame, limits, new HostCalls(json, host), pool);
    return around == null ? first(order) : nested(order, around);
  }

  /// A child is waited for anew once there is a place. Where somebody else has one meanwhile, that
  /// no child starts in all that time may be the work of what he runs: it costs this call, and is
  /// no outage, which would cost everybody.
  private Outcome first(Order order) throws InterruptedException {
    long patience = settings.patience().toNanos();
    Places.Place place = places.take(order.caller(), patience);
    try {
      return in(order.pool().take(patience), order, null);
    } catch (SlowStartException slow) {
      throw places.isShared() ? slow.busy() : slow.outage();
    } finally {
      places.giveBack(place);
    }
  }

  private Outcome nested(Order order, Nesting around) throws InterruptedException {
    Child child;
    try {
      child = order.pool().take(around.nanosLeft());
    } catch (SlowStartException slow) { // it had all the time there was
      return refused(Code.TIMEOUT, "no time was left to run it");
    }
    return in(child, order, around);
  }

  private Outcome in(Child child, Order order, @Nullable Nesting around)
      throws InterruptedException {
    long nanos = order.limits().wallClock().toNanos();
    if (around != null) {
      nanos = Math.max(MIN_NANOS, Math.min(nanos, around.nanosLeft()));
    }
    int depth = around == null ? 1 : around.depth() + 1;
    Nesting nesting = new Nesting(depth, System.nanoTime() + nanos);
    Limits limits = order.limits().withWallClock(Duration.ofNanos(nanos));
    long number = child.begin(MAX_BYTES_A_CHARACTER * limits.outputBytes() + LINE_OVERHEAD);
    ScheduledFuture<?> alarm =
        timer.schedule(() -> child.kill(number, Kill.TIMEOUT), nanos, TimeUnit.NANOSECONDS);
    boolean complete = false;
    try {
      Outcome outcome = new GuestRun(json, child, limits, order.host(), nesting).of(order.frame());
      complete = true;
      return outcome;
    } finally {
      alarm.cancel(false);
      child.end();
      if (!complete) {
        // Its code is still at it, and nobody waits for its end.
        child.kill(Kill.ABANDONED);
      }
      order.pool().giveBack(child);
    }
  }

  private @Nullable String text(List<JsonNode> args) {
    try {
      String text = json.writeValueAsString(new ArrayList<>(args));
      return text.length() > MAX_ARGS ? null : text;
    } catch (JacksonException tooDeep) {
      return null;
    }
  }

  private static Frame frame(Task task, String args, Limits limits) {
    return Frame.of(
        task.type(),
        Frame.CODE,
        task.program().code(),
        Frame.ENTRY,
        task.program().entry(),
        Frame.ARGS,
        args,
        Frame.CALLER,
        task.call().caller(),
        Frame.SELF,
        task.call().artifact(),
        Frame.STATEMENTS,
        Long.toString(limits.statements()),
        Frame.OUTPUT,
        Integer.toString(limits.outputBytes()));
  }

  private static Outcome.Failed refused(Code code, String message) {
    return new Outcome.Failed(code, message, 0);
  }

  private static ScheduledThreadPoolExecutor executor(String name, int threads) {
    return new ScheduledThreadPoolExecutor(
        threads,
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }
}
