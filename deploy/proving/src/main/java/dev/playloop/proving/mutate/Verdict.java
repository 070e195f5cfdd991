package dev.playloop.proving.mutate;

/// What came of one row.
enum Verdict {
  CAUGHT("caught"),
  NOT_CAUGHT("NOT CAUGHT"),
  ANCHOR_NOT_FOUND("anchor not found"),
  /// The compiler caught it, which says nothing of the test.
  DOES_NOT_COMPILE("does not compile"),
  /// The test fails without the mutation too, so its failing proves nothing.
  RED_BEFORE("red before it"),
  NO_SUCH_TEST("no such test");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
