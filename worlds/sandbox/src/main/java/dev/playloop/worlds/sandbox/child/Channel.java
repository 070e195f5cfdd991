package dev.playloop.worlds.sandbox.child;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// The child's line to its parent. Its reader is a thread of its own, which ends the process when
/// the parent is gone, whatever the guest is doing at that time.
final class Channel {
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

  /// Ends at once, without hooks. The working directory is removed by the parent; it is gone here
  /// so that nothing is left behind of a parent that was killed.
  private static void end(int status) {
    try {
      Files.deleteIfExists(Path.of("").toAbsolutePath());
    } catch (IOException notEmpty) {
      // The parent's temporary folder is cleaned by whoever cleans temporary folders.
    } finally {
      Runtime.getRuntime().halt(status);
    }
  }
}
