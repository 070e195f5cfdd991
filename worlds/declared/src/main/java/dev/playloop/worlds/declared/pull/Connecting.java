package dev.playloop.worlds.declared.pull;

import java.time.Duration;

/// How a puller's request for actions is taken.
sealed interface Connecting {

  /// It may wait.
  ///
  /// @param epoch of its connection
  /// @param number of this request; a later one of the same connection takes its place
  record Served(long epoch, long number) implements Connecting {}

  /// Another one has the world.
  ///
  /// @param left until it may be tried again, if nothing happens
  record Held(String holder, Duration left) implements Connecting {}

  /// A later connection has taken over.
  record Superseded() implements Connecting {}

  /// No connection here was given this epoch: it is of an executor before.
  record Stranger() implements Connecting {}
}
