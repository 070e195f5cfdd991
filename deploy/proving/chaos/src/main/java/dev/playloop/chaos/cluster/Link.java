package dev.playloop.chaos.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// A TCP forwarder that can be made a bad one. What a cut direction swallows is not lost but late,
/// as on a real network, where it would be sent again; unless the connection ends before that.
/// Thread-safe; two virtual threads a connection.
public final class Link implements AutoCloseable {
  private static final int BUFFER = 64 * 1024;

  private final ServerSocket door;
  private final String host;
  private volatile int target;
  private final Set<Pair> open = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile State state = State.GOOD;
  private volatile boolean apart;

  /// `up` is towards the broker.
  public record State(boolean stopUp, boolean stopDown, int delayMs) {
    public static final State GOOD = new State(false, false, 0);
    public static final State CUT = new State(true, true, 0);
    public static final State CUT_UP = new State(true, false, 0);
    public static final State CUT_DOWN = new State(false, true, 0);

    public static State slow(int delayMs) {
      return new State(false, false, delayMs);
    }

    boolean stops(boolean up) {
      return up ? stopUp : stopDown;
    }
  }

  private record Pair(Socket client, Socket server) {}

  private Link(ServerSocket door, String host, int target) {
    this.door = door;
    this.host = host;
    this.target = target;
  }

  /// From `port` to `target`, both on loopback; port 0 takes a free one.
  public static Link open(int port, int target) {
    return open(port, "127.0.0.1", target);
  }

  /// From `port` on loopback to `target` of an address of this machine.
  static Link open(int port, String host, int target) {
    try {
      Link link =
          new Link(new ServerSocket(port, 200, InetAddress.getLoopbackAddress()), host, target);
      Thread.ofVirtual().start(link::accept);
      return link;
    } catch (IOException e) {
      throw new UncheckedIOException("can't listen on " + port, e);
    }
  }

  /// Where connections go from now on.
  public void retarget(int port) {
    target = port;
  }

  public int port() {
    return door.getLocalPort();
  }

  public void set(State next) {
    change(() -> state = next);
  }

  /// Cut in both directions until its ends are together again, whatever state it is in besides.
  void setApart(boolean isApart) {
    change(() -> apart = isApart);
  }

  boolean isApart() {
    return apart;
  }

  private void change(Runnable what) {
    lock.lock();
    try {
      what.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Breaks every open connection at once, both ends.
  public void reset() {
    for (Pair pair : open) {
      broken(pair.client());
      broken(pair.server());
    }
  }

  /// Tells the broker's side of every open connection that nothing more will come.
  public void halfClose() {
    for (Pair pair : open) {
      try {
        pair.server().shutdownOutput();
      } catch (IOException e) {
        // It was closed already.
      }
    }
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        Thread.ofVirtual().start(() -> connect(client));
      } catch (IOException e) {
        // The door was closed, or the client is gone again: the next round shows which.
      }
    }
  }

  private void connect(Socket client) {
    Socket server = new Socket();
    Pair pair = new Pair(client, server);
    try {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      server.connect(new InetSocketAddress(host, target));
      open.add(pair);
      Thread.ofVirtual().start(() -> pump(pair, true));
      pump(pair, false);
    } catch (IOException e) {
      broken(client);
    } finally {
      open.remove(pair);
    }
  }

  private void pump(Pair pair, boolean up) {
    byte[] buffer = new byte[BUFFER];
    Socket from = up ? pair.client() : pair.server();
    Socket to = up ? pair.server() : pair.client();
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        pass(up, to);
        out.write(buffer, 0, n);
        out.flush();
      }
    } catch (IOException e) {
      broken(from);
      broken(to);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Waits while the direction is cut, and for as long as it is slow.
  private void pass(boolean up, Socket to) throws InterruptedException, IOException {
    if (!apart && state.equals(State.GOOD)) {
      return;
    }
    int delay = state.delayMs();
    if (delay > 0) {
      LockSupport.parkNanos(delay * 1_000_000L);
    }
    lock.lock();
    try {
      while ((apart || state.stops(up)) && !to.isClosed() && !door.isClosed()) {
        var _ = changed.awaitNanos(100_000_000);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Ends it with a reset.
  private static void broken(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // It was closed already.
    }
  }

  @Override
  public void close() {
    try {
      door.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    reset();
  }
}
