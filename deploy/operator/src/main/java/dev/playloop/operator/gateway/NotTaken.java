package dev.playloop.operator.gateway;

/// A gateway did not take a control whose sender has no use for any other answer.
public final class NotTaken extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient GatewayAnswer answer;

  NotTaken(GatewayAnswer answer) {
    super("the gateway did not take it: " + answer);
    this.answer = answer;
  }

  /// Never [GatewayAnswer.Accepted].
  public GatewayAnswer answer() {
    return answer;
  }
}
