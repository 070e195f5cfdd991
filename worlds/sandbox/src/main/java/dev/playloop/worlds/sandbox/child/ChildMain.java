package dev.playloop.worlds.sandbox.child;

import dev.playloop.worlds.sandbox.child.Guest.GuestFailure;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;

/// A child: one run after another, each in a fresh context, until its parent goes or kills it.
final class ChildMain {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /// In bytes. A child that runs small scripts has a heap of half of that.
  private static final long LARGE_HEAP = 48 << 20;

  private ChildMain() {}

  public static void main(String[] args) {
    Channel channel =
        Channel.open(
            new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
    System.setIn(InputStream.nullInputStream());
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    Guest guest = guestOf(args[0]);
    warm(guest);
    channel.send(Frame.of(Frame.Type.READY));
    while (true) {
      channel.send(run(guest, channel.next(), channel));
      shrink();
    }
  }

  private static Guest guestOf(String language) {
    return switch (language) {
      case "javascript" -> new JavaScriptGuest();
      case "python" -> new PythonGuest();
      default -> throw new IllegalArgumentException("no guest for the language " + language);
    };
  }

  /// The first run of a JVM takes a hundred times as long as the next, and nobody shall wait for
  /// it.
  private static void warm(Guest guest) {
    Frame run =
        Frame.of(
            Frame.Type.RUN,
            Frame.CODE,
            guest.example(),
            Frame.ENTRY,
            "run",
            Frame.ARGS,
            "[{\"a\":[1]}]",
            Frame.CALLER,
            "",
            Frame.SELF,
            "",
            Frame.STATEMENTS,
            "1000000",
            Frame.OUTPUT,
            "1000");
    try {
      guest.run(run, (name, asked) -> "[false,\"example\",\"no\"]");
    } catch (GuestFailure failure) {
      throw new IllegalStateException("the example does not run: " + failure.text(), failure);
    }
  }

  private static Frame run(Guest guest, Frame run, Channel channel) {
    long before = THREADS.getCurrentThreadCpuTime();
    try {
      String value = guest.run(run, (name, args) -> ask(channel, name, args));
      return Frame.of(Frame.Type.DONE, Frame.VALUE, value, Frame.CPU_NANOS, cpuSince(before));
    } catch (GuestFailure failure) {
      return Frame.of(
          Frame.Type.FAILED,
          Frame.KIND,
          failure.kind().name(),
          Frame.MESSAGE,
          failure.text(),
          Frame.CPU_NANOS,
          cpuSince(before));
    }
  }

  /// Gives back the heap that a large run has left. After the answer, so that nobody waits for it.
  private static void shrink() {
    if (Runtime.getRuntime().totalMemory() > LARGE_HEAP) {
      System.gc();
    }
  }

  private static String ask(Channel channel, String name, String args) {
    channel.send(Frame.of(Frame.Type.CALL, Frame.NAME, name, Frame.ARGS, args));
    return channel.next().get(Frame.VALUE);
  }

  private static String cpuSince(long before) {
    return Long.toString(THREADS.getCurrentThreadCpuTime() - before);
  }
}
