package dev.playloop.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A TCP forwarder that can be cut: then open connections break and new ones are closed at once.
public final class Cut implements AutoCloseable {
  private final ServerSocket door;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;

  private Cut(ServerSocket door, int target) {
    this.door = door;
    this.target = target;
  }

  public static Cut before(int port) {
    try {
      Cut cut = new Cut(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
      Thread.ofVirtual().start(cut::accept);
      return cut;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return door.getLocalPort();
  }

  public void cut() {
    cut = true;
    open.forEach(Cut::quietly);
    open.clear();
  }

  public void mend() {
    cut = false;
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        if (cut) {
          quietly(client);
          continue;
        }
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(client);
        open.add(server);
        if (cut) { // it may not have seen these two
          quietly(client);
          quietly(server);
          continue;
        }
        pipe(client, server);
        pipe(server, client);
      } catch (IOException e) {
        // The door was closed, or the target is away: the next connection shows which.
      }
    }
  }

  private void pipe(Socket from, Socket to) {
    Thread.ofVirtual()
        .start(() -> {
          try (InputStream in = from.getInputStream();
              OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
          } catch (IOException e) {
            quietly(to);
          }
        });
  }

  private static void quietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    cut();
    try {
      door.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
