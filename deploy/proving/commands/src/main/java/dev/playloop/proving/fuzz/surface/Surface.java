package dev.playloop.proving.fuzz.surface;

import dev.playloop.proving.fuzz.arena.Refusals;

/// One way into a running system. Used from one thread, beside those of the other surfaces; it may
/// use more inside.
public interface Surface {
  String name();

  /// Sends the inputs `first` to `first + count - 1`, and returns when all of them were answered,
  /// or lie on their topic; what takes long to answer may be left to [#drain].
  ///
  /// @return how many inputs that were: those that have gone through the edge since the last call
  long feed(long first, int count) throws InterruptedException;

  /// How many numbers of one call are a good measure, a second's worth or two.
  int chunk();

  /// How many inputs a call with [#chunk] numbers comes to, about.
  default int most() {
    return chunk();
  }

  /// Returns when everything that was sent was answered.
  ///
  /// @return how many inputs more that were
  default long drain() throws InterruptedException {
    return 0;
  }

  /// Looks again, when all is quiet, whether something refused had an effect.
  default void settled() {}

  Refusals refusals();
}
