package dev.playloop.worlds.chain.node;

/// What goes wrong between a client and its node.
public enum WireFault {
  /// The node gets the request; its reply is lost, and the connection with it.
  LOSE_REPLY(true),
  /// The node gets the request; the connection ends in the midst of the reply.
  CUT_REPLY(true),
  /// The node gets the request; the reply comes late, see [FaultProxy#slowBy].
  SLOW_REPLY(true),
  /// The node gets the request twice; the second reply is passed on.
  TWICE(true),
  /// A page of a proxy's comes back instead.
  HTML(false),
  /// HTTP 429.
  TOO_MANY_REQUESTS(false),
  /// HTTP 500.
  SERVER_ERROR(false),
  /// The connection ends without a word.
  CLOSE(false);

  private final boolean delivered;

  WireFault(boolean delivered) {
    this.delivered = delivered;
  }

  /// Whether the node gets the request at all.
  public boolean isDelivered() {
    return delivered;
  }
}
