package dev.playloop.broker;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// Where outsiders come to the embedded broker: a port that passes on what they send, request by
/// request, where it is not too large. Kafka bounds a batch as it comes, compressed; then a broker
/// that checks it makes room for all that it holds, and 44 KB can be 900 MB.
///
/// Two virtual threads a connection, and [GateLimits]. What must not pass ends its connection, and
/// nothing else; why is told once a minute. Safe for all threads.
final class Gate implements AutoCloseable {
  private final ServerSocket server;
  private final int target;
  private final GateKeys keys;
  private final GateLimits limits;
  private final RejectionLog rejections;
  private final Semaphore places;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private Gate(ServerSocket server, int target, GateKeys keys, RejectionLog rejections) {
    this.server = server;
    this.target = target;
    this.keys = keys;
    this.limits = GateLimits.STANDARD;
    this.rejections = rejections;
    this.places = new Semaphore(limits.connections());
  }

  /// Both ports are of the loopback; `hint` is where a client finds its name and secret.
  static Gate open(int port, int target, GateKeys keys, String hint) throws IOException {
    ServerSocket server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    Gate gate = new Gate(server, target, keys, new RejectionLog(hint));
    Thread.ofVirtual().name("playloop-gate").start(gate::accept);
    return gate;
  }

  String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        if (!places.tryAcquire()) {
          client.close();
          rejections.turnedAway(peer(client), limits.connections() + " connections are open");
          continue;
        }
        Thread.ofVirtual().name("playloop-gate-client").start(() -> serve(client));
      } catch (IOException e) {
        // Closed, or a client that went at once.
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket broker = new Socket()) {
      open.add(client);
      client.setTcpNoDelay(true);
      broker.setTcpNoDelay(true);
      broker.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
      Thread answers =
          Thread.ofVirtual().name("playloop-gate-broker").start(() -> answer(broker, client));
      GatePassage passage =
          new GatePassage(keys, limits, why -> rejections.turnedAway(peer(client), why));
      Thread patience = Thread.ofVirtual().start(() -> await(passage, client));
      try {
        passage.run(
            new DataInputStream(new BufferedInputStream(client.getInputStream())),
            new DataOutputStream(new BufferedOutputStream(broker.getOutputStream())));
      } finally {
        patience.interrupt();
        broker.shutdownOutput();
      }
      answers.join();
    } catch (GatePassage.TurnedAway away) {
      rejections.turnedAway(peer(client), String.valueOf(away.getMessage()));
    } catch (SocketException e) {
      // One of both went away; so does the other.
    } catch (IOException | RuntimeException e) {
      // Kafka's classes throw all kinds at bytes that are no request; the connection is theirs.
      rejections.turnedAway(
          peer(client), "it sent what is no request (" + e.getClass().getSimpleName() + ")");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(client);
      places.release();
    }
  }

  private static void answer(Socket broker, Socket client) {
    try (client) {
      broker.getInputStream().transferTo(client.getOutputStream());
    } catch (IOException e) {
      // One of both went away.
    }
  }

  /// Ends a connection that does not say in time who it is.
  private void await(GatePassage passage, Socket client) {
    try {
      Thread.sleep(limits.login());
      if (!passage.isKnown()) {
        client.close();
      }
    } catch (InterruptedException | IOException e) {
      // It ended before.
    }
  }

  private static String peer(Socket client) {
    return String.valueOf(client.getInetAddress().getHostAddress());
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket client : open) {
        client.close();
      }
    } catch (IOException e) {
      // Nothing is left to close.
    }
  }
}
