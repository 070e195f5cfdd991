package dev.playloop.broker;

import java.time.Duration;

/// What outsiders may send.
///
/// @param frame bytes of one request
/// @param uncompressed bytes of all its records together, as they are uncompressed
/// @param connections at a time; one more is closed at once
/// @param login how long a connection may take to say who it is
record GateLimits(int frame, int uncompressed, int connections, Duration login) {
  static final GateLimits STANDARD =
      new GateLimits(1024 * 1024 + 64 * 1024, 1024 * 1024, 64, Duration.ofSeconds(10));
}
