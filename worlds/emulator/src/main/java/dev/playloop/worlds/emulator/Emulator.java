package dev.playloop.worlds.emulator;

import dev.playloop.worlds.emulator.machine.Machine;
import dev.playloop.worlds.emulator.machine.MachineFault;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A machine that runs. One thread owns it and does, over and over: everything that was asked for,
/// then one frame, then nothing until the next is due. So a command never sees half a frame, and
/// commands that arrive together see the same one. At most 1,024 commands wait.
///
/// While it is paused no frame passes and commands wait, as with a real mGBA; what its own
/// operators ask for ([#control]) is done all the same.
final class Emulator implements AutoCloseable {
  /// How long a command may wait for its answer, as mGBA-http has it.
  static final long ANSWER_MILLIS_MAX = 3_000;

  private static final int WAITING_MAX = 1_024;
  private static final long OPERATOR_MILLIS_MAX = 60_000;
  private static final long BEHIND_NANOS_MAX = 200_000_000;
  private static final long CLOSE_MILLIS = 5_000;

  private final Folders folders;
  private final Console console;
  private final Pace pace;
  private final BlockingQueue<FutureTask<?>> commands = new ArrayBlockingQueue<>(WAITING_MAX);
  private final BlockingQueue<FutureTask<?>> controls = new ArrayBlockingQueue<>(WAITING_MAX);
  private final Thread thread;
  private volatile boolean paused;
  private volatile boolean closing;
  private volatile boolean stopped;
  private volatile @Nullable MachineFault fault;

  private Emulator(Machine machine, Pace pace, Folders folders) {
    this.folders = folders;
    this.console = new Console(machine, pace instanceof Pace.Step, folders);
    this.pace = pace;
    this.thread = Thread.ofPlatform().name("emulator").unstarted(this::run);
  }

  /// Takes over `machine`, which is closed with the emulator. Clients may name no file.
  public static Emulator start(Machine machine, Pace pace) {
    return start(machine, pace, Folders.none());
  }

  /// The same, with files in these folders.
  static Emulator start(Machine machine, Pace pace, Folders folders) {
    Emulator emulator = new Emulator(machine, pace, folders);
    emulator.thread.start();
    return emulator;
  }

  /// Where clients may name files.
  Folders folders() {
    return folders;
  }

  /// Does what mGBA's script does with this message, between two frames, and returns its answer.
  ///
  /// @throws TimeoutException when there was none in time; the command may still be carried out
  /// @throws EmulatorGone when there will be none
  String send(Message message) throws TimeoutException, InterruptedException {
    return ask(commands, console -> Script.answer(console, message), ANSWER_MILLIS_MAX);
  }

  /// Works on the machine between two frames, also while it is paused.
  ///
  /// @throws EmulatorGone when the emulator has stopped
  <T> T control(Function<Console, T> work) {
    try {
      return ask(controls, work, OPERATOR_MILLIS_MAX);
    } catch (TimeoutException e) {
      throw new EmulatorGone("the machine has been busy for a minute", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmulatorGone("interrupted while waiting for the machine", e);
    }
  }

  private <T> T ask(Queue<FutureTask<?>> queue, Function<Console, T> work, long millisMax)
      throws TimeoutException, InterruptedException {
    FutureTask<T> task = new FutureTask<>(() -> work.apply(console));
    if (!queue.offer(task)) {
      throw new EmulatorGone(WAITING_MAX + " commands wait already", null);
    }
    LockSupport.unpark(thread);
    if (stopped) {
      // The thread may have looked for the last time before this one came.
      task.cancel(false);
      throw gone();
    }
    try {
      return task.get(millisMax, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw rethrown(e.getCause());
    } catch (CancellationException e) {
      throw gone();
    }
  }

  private static RuntimeException rethrown(@Nullable Throwable cause) {
    return switch (cause) {
      case RuntimeException known -> known;
      case Error error -> throw error;
      case null, default -> new IllegalStateException("a command failed", cause);
    };
  }

  private EmulatorGone gone() {
    MachineFault broken = fault;
    return broken == null
        ? new EmulatorGone("the emulator has stopped", null)
        : new EmulatorGone("the game has stopped: " + broken.getMessage(), broken);
  }

  /// Frames stop passing, and commands wait.
  public void pause() {
    paused = true;
  }

  public void resume() {
    paused = false;
    LockSupport.unpark(thread);
  }

  public boolean isPaused() {
    return paused;
  }

  public Pace pace() {
    return pace;
  }

  /// How many commands wait for the next gap.
  int waiting() {
    return commands.size();
  }

  /// What stopped the game, if something did.
  public @Nullable MachineFault fault() {
    return fault;
  }

  /// Lets frames pass at once, whatever the pace.
  ///
  /// @return the frame it is then
  public long step(int frames) {
    return control(console -> {
      for (int i = 0; i < frames; i++) {
        console.frame();
      }
      return console.machine().frames();
    });
  }

  /// Waits until the machine has stopped, by [#close] or by itself.
  public void join() throws InterruptedException {
    thread.join();
  }

  private void run() {
    try {
      long due = System.nanoTime();
      while (isRunning()) {
        doAll(controls);
        if (paused) {
          park();
          due = System.nanoTime();
        } else {
          doAll(commands);
          due = pass(due);
        }
      }
    } catch (MachineFault broken) {
      fault = broken;
    } finally {
      stopped = true;
      cancelAll(controls);
      cancelAll(commands);
      console.machine().close();
    }
  }

  private boolean isRunning() {
    return !closing && fault == null;
  }

  /// Waits for whoever asks for something, unless somebody has or the end has come.
  private void park() {
    if (isRunning() && controls.isEmpty()) {
      LockSupport.park(this);
    }
  }

  /// Lets a frame pass if the pace says so, and waits for the next.
  private long pass(long due) {
    return switch (pace) {
      case Pace.Step _ -> {
        if (commands.isEmpty()) {
          park();
        }
        yield due;
      }
      case Pace.Max _ -> {
        frame();
        yield due;
      }
      case Pace.Times times -> {
        frame();
        long next = Math.max(due + times.nanosPerFrame(), System.nanoTime() - BEHIND_NANOS_MAX);
        waitUntil(next);
        yield next;
      }
    };
  }

  private void frame() {
    if (isRunning()) {
      console.frame();
    }
  }

  private void waitUntil(long next) {
    long left = next - System.nanoTime();
    while (left > 0 && !closing && controls.isEmpty()) {
      LockSupport.parkNanos(this, left);
      left = next - System.nanoTime();
    }
  }

  private void doAll(Queue<FutureTask<?>> queue) {
    // What arrives meanwhile is for the next gap, so that a flood can't stop the game.
    for (int left = queue.size(); left > 0 && fault == null; left--) {
      FutureTask<?> task = queue.poll();
      if (task == null) {
        return;
      }
      task.run();
      if (task.state() == Future.State.FAILED
          && task.exceptionNow() instanceof MachineFault broken) {
        fault = broken;
      }
    }
  }

  private static void cancelAll(Queue<FutureTask<?>> queue) {
    for (FutureTask<?> task = queue.poll(); task != null; task = queue.poll()) {
      task.cancel(false);
    }
  }

  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(thread);
    try {
      if (!thread.join(Duration.ofMillis(CLOSE_MILLIS))) {
        throw new IllegalStateException("the emulator's thread does not stop; end the process");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
