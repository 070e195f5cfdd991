package dev.playloop.proving.fuzz;

/// One way into a running system. Used from one thread; it may use more inside.
interface Surface {
  String name();

  /// Sends the inputs `first` to `first + count - 1`, and returns when all of them were answered,
  /// or lie on their topic.
  void feed(long first, int count) throws InterruptedException;

  /// How many inputs of one call are a good measure: what is slow takes fewer.
  int chunk();

  Refusals refusals();
}
