package dev.playloop.http;

/// The address is taken, or is not this machine's. `nextStep` says what to set.
public final class CannotListen extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final String nextStep;

  CannotListen(EdgeOptions options, Throwable cause) {
    super(
        options.purpose()
            + " can't listen on "
            + options.host()
            + " port "
            + options.port()
            + ": "
            + reason(cause),
        cause);
    this.nextStep =
        "stop what listens there, or set "
            + options.portSetting()
            + " to another port (0 takes a free one).";
  }

  private static String reason(Throwable cause) {
    Throwable last = cause;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    return last.getMessage() == null ? last.getClass().getSimpleName() : last.getMessage();
  }

  public String nextStep() {
    return nextStep;
  }
}
