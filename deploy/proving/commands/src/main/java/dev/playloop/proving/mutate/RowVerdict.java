package dev.playloop.proving.mutate;

/// What came of one row.
enum RowVerdict {
  CAUGHT("caught"),
  NOT_CAUGHT("NOT CAUGHT"),
  ANCHOR_NOT_FOUND("anchor not found"),
  /// The compiler caught it, which says nothing of the test.
  DOES_NOT_COMPILE("does not compile"),
  /// The test fails without the mutation too, so its failing proves nothing.
  RED_BEFORE("red before it"),
  NO_SUCH_TEST("no such test"),
  /// The test did not get to its end: a time-out, a JVM that died. It proves nothing, with the
  /// mutation or without.
  DID_NOT_RUN("did not run");

  private final String words;

  RowVerdict(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
