package dev.playloop.http;

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
    Duration stopTime) {
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

  public EdgeLimits withBodyBytes(int most) {
    return new EdgeLimits(
        most,
        headerBytes,
        headers,
        connections,
        connectionsOfPeer,
        calls,
        headTime,
        bodyTime,
        idleTime,
        stopTime);
  }

  public EdgeLimits withConnections(int most, int ofPeer) {
    return new EdgeLimits(
        bodyBytes,
        headerBytes,
        headers,
        most,
        ofPeer,
        calls,
        headTime,
        bodyTime,
        idleTime,
        stopTime);
  }

  public EdgeLimits withCalls(int most) {
    return new EdgeLimits(
        bodyBytes,
        headerBytes,
        headers,
        connections,
        connectionsOfPeer,
        most,
        headTime,
        bodyTime,
        idleTime,
        stopTime);
  }

  public EdgeLimits withTimes(Duration head, Duration body, Duration idle) {
    return new EdgeLimits(
        bodyBytes,
        headerBytes,
        headers,
        connections,
        connectionsOfPeer,
        calls,
        head,
        body,
        idle,
        stopTime);
  }

  public EdgeLimits withStopTime(Duration most) {
    return new EdgeLimits(
        bodyBytes,
        headerBytes,
        headers,
        connections,
        connectionsOfPeer,
        calls,
        headTime,
        bodyTime,
        idleTime,
        most);
  }
}
