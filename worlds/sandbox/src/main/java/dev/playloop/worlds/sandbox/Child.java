package dev.playloop.worlds.sandbox;

import dev.playloop.worlds.sandbox.child.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One child process, which may have been taken over by what it runs: what it says is checked, and
/// it can be killed by anyone at any time. One thread at a time talks to it; two threads of its own
/// read what it writes.
final class Child {
  private static final Logger LOG = LoggerFactory.getLogger(Child.class);
  private static final int MAX_STDERR = 2_048;

  /// Lines that a child may be ahead. It waits for an answer after each, so one is enough.
  private static final int MAX_AHEAD = 4;

  private static final Duration LAST_WORDS = Duration.ofSeconds(5);

  /// What has come from a child.
  sealed interface Message {
    /// A line.
    record Said(Frame frame) implements Message {}

    /// No further line will come.
    record Ended() implements Message {}
  }

  /// Why a child was killed.
  enum Kill {
    TIMEOUT,
    HOST_CALLS,
    BAD_LINE,
    ABANDONED,
    CLOSED
  }

  private final Process process;
  private final Path folder;
  private final BlockingQueue<Message> messages = new ArrayBlockingQueue<>(MAX_AHEAD + 1);
  private final CompletableFuture<Void> gone;
  private final byte[] stderr = new byte[MAX_STDERR];
  private final Thread errors;
  private int stderrLength;
  private volatile int maxLine = 4_096;
  private long run;
  private @Nullable Kill killed;

  private Child(Process process, Path folder) {
    this.process = process;
    this.folder = folder;
    this.gone = process.onExit().thenAccept(ended -> removeFolder());
    thread("sandbox-out-", this::readLines);
    this.errors = thread("sandbox-err-", this::readErrors);
  }

  /// Starts one. It can't be given code before [#awaitReady].
  ///
  /// @throws SandboxUnavailable where the machine does not let it
  static Child launch(ChildCommand command) {
    try {
      Path folder = ChildCommand.newFolder();
      try {
        return new Child(command.start(folder), folder);
      } catch (IOException failure) {
        Files.deleteIfExists(folder);
        throw failure;
      }
    } catch (IOException failure) {
      throw new SandboxUnavailable("a sandbox process can't be started", failure);
    }
  }

  /// @throws SandboxUnavailable where it does not get ready
  /// @throws SlowStartException where it does not in time
  void awaitReady(Duration limit) throws InterruptedException, SlowStartException {
    Message first = messages.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
    switch (first) {
      case null ->
          throw new SlowStartException(
              "a sandbox process did not start within " + limit.toMillis() + " ms");
      case Message.Ended _ -> {
        errors.join(LAST_WORDS); // another thread reads why
        throw new SandboxUnavailable(
            "a sandbox process ended with " + exitStatus() + " at its start" + said());
      }
      case Message.Said(Frame frame) -> {
        if (frame.type() != Frame.Type.READY) {
          throw new SandboxUnavailable("a sandbox process did not begin with READY");
        }
      }
    }
  }

  long pid() {
    return process.pid();
  }

  /// Begins a run. What it says from now on may be so long.
  ///
  /// @return the run's number, with which it can be killed
  synchronized long begin(int maxLine) {
    this.maxLine = maxLine;
    return ++run;
  }

  /// Ends the run; from now on it can't be killed by its number.
  ///
  /// @return whether the child may have another one
  synchronized boolean end() {
    run++;
    return usable();
  }

  synchronized long runs() {
    return run / 2;
  }

  /// Whether it lives, was not killed and has said nothing that it was not asked for.
  synchronized boolean usable() {
    return killed == null && messages.isEmpty() && process.isAlive();
  }

  /// Kills it if it still is at this run.
  synchronized void kill(long run, Kill why) {
    if (this.run == run) {
      kill(why);
    }
  }

  synchronized void kill(Kill why) {
    if (killed == null) {
      killed = why;
    }
    process.destroyForcibly();
  }

  synchronized @Nullable Kill killed() {
    return killed;
  }

  /// A child that is gone hears nothing; [#next] tells.
  void send(Frame frame) {
    try {
      process.getOutputStream().write(frame.bytes());
      process.getOutputStream().flush();
    } catch (IOException gone) {
      LOG.debug("sandbox process {} does not listen any more", pid());
    }
  }

  Message next() throws InterruptedException {
    return messages.take();
  }

  /// Waits until it has ended; one that has only closed its mouth is ended.
  int exitStatus() throws InterruptedException {
    if (!process.waitFor(1, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    return process.waitFor();
  }

  /// Completes once the process is gone and its folder is removed.
  CompletableFuture<Void> gone() {
    return gone;
  }

  /// The end of what it wrote to stderr: the JVM's own words, and maybe the guest's.
  synchronized String said() {
    String text = new String(stderr, 0, stderrLength, StandardCharsets.UTF_8);
    return text.isBlank() ? "" : ": " + GuestText.plain(text.strip(), 500);
  }

  private Thread thread(String name, Runnable body) {
    Thread thread = new Thread(body, name + process.pid());
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void readLines() {
    try (InputStream in = process.getInputStream()) {
      byte[] line = new byte[4_096];
      int length = 0;
      for (int b; (b = in.read()) >= 0; ) {
        if (b == '\n') {
          accept(Frame.parse(line, length));
          length = 0;
          continue;
        }
        if (length == maxLine) {
          throw new Frame.BadFrame("a line of more than " + maxLine + " bytes");
        }
        if (length == line.length) {
          line = Arrays.copyOf(line, line.length * 2);
        }
        line[length++] = (byte) b;
      }
    } catch (Frame.BadFrame bad) {
      LOG.warn("sandbox process {} is killed: it wrote {}", pid(), bad.getMessage());
      kill(Kill.BAD_LINE);
    } catch (IOException broken) {
      LOG.debug("sandbox process {} can't be read any more", pid());
    } finally {
      // There is one place more than lines are accepted, so this never waits.
      messages.add(new Message.Ended());
    }
  }

  private void accept(Frame frame) {
    if (messages.size() >= MAX_AHEAD) {
      throw new Frame.BadFrame("lines that nobody asked for");
    }
    messages.add(new Message.Said(frame));
  }

  /// Keeps the first bytes, where the cause is, and swallows the rest.
  private void readErrors() {
    byte[] buffer = new byte[1_024];
    try (InputStream err = process.getErrorStream()) {
      for (int n; (n = err.read(buffer)) >= 0; ) {
        synchronized (this) {
          int kept = Math.min(n, stderr.length - stderrLength);
          System.arraycopy(buffer, 0, stderr, stderrLength, kept);
          stderrLength += kept;
        }
      }
    } catch (IOException broken) {
      LOG.debug("stderr of sandbox process {} can't be read any more", pid());
    }
  }

  private void removeFolder() {
    List<Path> files;
    try (Stream<Path> all = Files.exists(folder) ? Files.walk(folder) : Stream.empty()) {
      files = all.sorted(Comparator.reverseOrder()).toList();
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException busy) {
      LOG.warn("{} can't be removed", folder, busy);
    }
  }
}
