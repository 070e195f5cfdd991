package dev.playloop.client;

/** That an event can't be sent as it is, and why. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;
  final String field;
  final String expected;
  final String got;

  Refusal(String field, String expected, String got) {
    super(field, null, false, false);
    this.field = field;
    this.expected = expected;
    this.got = got;
  }
}
