package dev.playloop.proving.fuzz;

/// One way into a running system. Used from one thread, beside those of the other surfaces; it may
/// use more inside.
interface Surface {
  String name();

  /// Sends the inputs `first` to `first + count - 1`, and returns when all of them were answered,
  /// or lie on their topic.
  ///
  /// @return how many inputs that were: those that went through the edge; at most [#most]
  long feed(long first, int count) throws InterruptedException;

  /// How many numbers of one call are a good measure, a second's worth or two.
  int chunk();

  /// How many inputs a call with [#chunk] numbers may come to.
  default int most() {
    return chunk();
  }

  /// Looks again, when all is quiet, whether something refused had an effect.
  default void settled() {}

  Refusals refusals();
}
