package dev.playloop.worlds.sandbox.child;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;

/// The child's line to its parent. Its reader is a thread of its own, which ends the process when
/// the parent is gone, whatever the guest is doing at that time.
public final class Channel {
  /// How the working directory of every child begins.
  public static final String FOLDER_PREFIX = "playloop-sandbox-";

  private final OutputStream out;
  private final BlockingQueue<Frame> received = new LinkedBlockingQueue<>();

  private Channel(OutputStream out) {
    this.out = out;
  }

  static Channel open(InputStream in, OutputStream out) {
    Channel channel = new Channel(out);
    Thread reader = new Thread(() -> channel.read(new BufferedInputStream(in, 1 << 16)), "parent");
    reader.setDaemon(true);
    reader.start();
    return channel;
  }

  Frame next() {
    try {
      return received.take();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException("nobody interrupts this thread", interrupted);
    }
  }

  /// Where the parent has gone, so has this process.
  void send(Frame frame) {
    try {
      out.write(frame.bytes());
      out.flush();
    } catch (IOException gone) {
      end(1);
    }
  }

  private void read(InputStream in) {
    int status = 1;
    try {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int b; (b = in.read()) >= 0; ) {
        if (b != '\n') {
          line.write(b);
          continue;
        }
        byte[] bytes = line.toByteArray();
        received.add(Frame.parse(bytes, bytes.length));
        line = new ByteArrayOutputStream();
      }
      status = 0;
    } catch (IOException broken) {
      status = 1;
    } finally {
      end(status);
    }
  }

  /// Ends at once, without hooks.
  private static void end(int status) {
    try {
      removeFolder(Path.of("").toAbsolutePath());
    } catch (IOException | UncheckedIOException stillThere) {
      // Whoever cleans temporary folders will find it.
    } finally {
      Runtime.getRuntime().halt(status);
    }
  }

  /// The parent removes it too; this is for a parent that was killed. The engine unpacks a library
  /// into it. Nothing else is ever removed, wherever this was started.
  private static void removeFolder(Path folder) throws IOException {
    Path name = folder.getFileName();
    if (name == null || !name.toString().startsWith(FOLDER_PREFIX)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
