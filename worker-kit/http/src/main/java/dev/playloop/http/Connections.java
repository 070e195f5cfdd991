package dev.playloop.http;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;

/// The open connections of one edge. Where there are too many, or too many of one peer, the one
/// that has waited longest is closed for the new one, so that those who only hold connections shut
/// nobody out; one whose answer is being made is never closed. Also closes connections on which a
/// request's head takes too long to come, or an answer to go. All methods may be called by any
/// thread.
final class Connections implements Connection.Listener {
  private final EdgeLimits limits;
  private final Map<Connection, State> open = new HashMap<>();

  /// What happens on a connection, in this order. While it waits and while it sends, all depends on
  /// the peer: one that does not read keeps an answer for ever.
  private enum Phase {
    WAITING,
    RECEIVING,
    ANSWERING,
    SENDING
  }

  /// Guarded by the map's owner. `bytes` is how many had come when the last answer was finished,
  /// `arriving` since when more of them have been seen, 0 where none have.
  private static final class State {
    private final String peer;
    private Phase phase = Phase.WAITING;
    private long since = System.nanoTime();
    private long bytes;
    private long arriving = System.nanoTime();

    State(String peer) {
      this.peer = peer;
    }
  }

  Connections(EdgeLimits limits) {
    this.limits = limits;
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof SslConnection) {
      return; // the connection inside is told of too
    }
    State state = new State(peer(connection));
    Optional<Connection> victim;
    synchronized (this) {
      open.put(connection, state);
      long ofPeer = open.values().stream().filter(s -> s.peer.equals(state.peer)).count();
      if (ofPeer > limits.connectionsOfPeer()) {
        victim = longestWaiting(s -> s.peer.equals(state.peer));
      } else if (open.size() > limits.connections()) {
        victim = longestWaiting(_ -> true);
      } else {
        victim = Optional.empty();
      }
      victim.ifPresent(open::remove);
    }
    victim.ifPresent(Connections::close);
  }

  /// Those of which a body is coming go last; the new connection itself goes where all others are
  /// being answered.
  private Optional<Connection> longestWaiting(Predicate<State> among) {
    return open.entrySet().stream()
        .filter(e -> among.test(e.getValue()) && e.getValue().phase != Phase.ANSWERING)
        .min(
            Comparator.comparing(
                    (Map.Entry<Connection, State> e) -> e.getValue().phase == Phase.RECEIVING)
                .thenComparingLong(e -> e.getValue().since))
        .map(Map.Entry::getKey);
  }

  @Override
  public synchronized void onClosed(Connection connection) {
    open.remove(connection);
  }

  synchronized void receiving(Connection connection) {
    enter(connection, Phase.RECEIVING);
  }

  synchronized void answering(Connection connection) {
    enter(connection, Phase.ANSWERING);
  }

  synchronized void sending(Connection connection) {
    enter(connection, Phase.SENDING);
  }

  synchronized void answered(Connection connection) {
    enter(connection, Phase.WAITING);
    State state = open.get(connection);
    if (state != null) {
      state.bytes = connection.getBytesIn();
      state.arriving = 0;
    }
  }

  private void enter(Connection connection, Phase phase) {
    State state = open.get(connection);
    if (state != null) {
      state.phase = phase;
      state.since = System.nanoTime();
    }
  }

  synchronized int count() {
    return open.size();
  }

  /// Closes what is too slow; called every so often.
  void sweep() {
    long now = System.nanoTime();
    for (Connection slow : slow(now)) {
      close(slow);
    }
  }

  private synchronized Iterable<Connection> slow(long now) {
    open.forEach((connection, state) -> {
      if (state.arriving == 0 && connection.getBytesIn() > state.bytes) {
        state.arriving = now;
      }
    });
    return open.entrySet().stream()
        .filter(e -> tooSlow(e.getValue(), now))
        .map(Map.Entry::getKey)
        .toList();
  }

  private boolean tooSlow(State state, long now) {
    return switch (state.phase) {
      case WAITING ->
          state.arriving == 0
              ? past(state.since, now, limits.idleTime())
              : past(state.arriving, now, limits.headTime());
      case SENDING -> past(state.since, now, limits.headTime());
      case RECEIVING, ANSWERING -> false; // the door waits for a body, the handler is ours
    };
  }

  private static boolean past(long since, long now, Duration limit) {
    return now - since > limit.toNanos();
  }

  private static void close(Connection connection) {
    connection.getEndPoint().close();
  }

  private static String peer(Connection connection) {
    return connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress from
        ? from.getAddress().getHostAddress()
        : "unknown";
  }
}
