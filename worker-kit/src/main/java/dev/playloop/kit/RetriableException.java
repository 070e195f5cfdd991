package dev.playloop.kit;

/// An outage: the same call may go through later.
public final class RetriableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RetriableException(String message, Throwable cause) {
    super(message, cause);
  }
}
