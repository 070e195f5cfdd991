package dev.playloop.console.index;

/// The index can't be read or written: its file is torn, or its disk is full. Everything in it can
/// be had again from the journal.
public final class BrokenIndex extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BrokenIndex(String what, Throwable cause) {
    super(what + ": " + cause.getMessage(), cause);
  }
}
