package dev.playloop.http;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;

/// How much one listening socket takes, and how long it waits for it.
///
/// @param bodyBytes largest body of a request
/// @param headerBytes largest head of a request: its line and all its headers
/// @param headers most headers of a request
/// @param connections most open connections; beyond that the one that has waited longest goes
/// @param connectionsOfPeer the same for one address; loopback counts as one
/// @param calls most requests in hand at once; beyond that a caller is told to come again
/// @param headTime how long a request's head may take to arrive, a handshake before it, and the
///   answer to go out
/// @param bodyTime how long its body may take
/// @param idleTime how long a connection may lie idle
/// @param stopTime how long requests in hand may go on once the edge closes
@RecordBuilder
public record EdgeLimits(
    int bodyBytes,
    int headerBytes,
    int headers,
    int connections,
    int connectionsOfPeer,
    int calls,
    Duration headTime,
    Duration bodyTime,
    Duration idleTime,
    Duration stopTime)
    implements EdgeLimitsBuilder.With {
  private static final int MEBIBYTE = 1 << 20;

  /// Bodies of a megabyte, 512 connections, 10 s for a head and 20 s for a body.
  public static EdgeLimits standard() {
    return new EdgeLimits(
        MEBIBYTE,
        16 * 1024,
        100,
        512,
        512,
        256,
        Duration.ofSeconds(10),
        Duration.ofSeconds(20),
        Duration.ofSeconds(60),
        Duration.ZERO);
  }

  public EdgeLimits withConnections(int most, int ofPeer) {
    return with().connections(most).connectionsOfPeer(ofPeer).build();
  }

  public EdgeLimits withTimes(Duration head, Duration body, Duration idle) {
    return with().headTime(head).bodyTime(body).idleTime(idle).build();
  }
}
