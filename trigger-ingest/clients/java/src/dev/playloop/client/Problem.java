package dev.playloop.client;

/**
 * What a game's developer should hear of. What does not apply is null, 0 for numbers.
 *
 * @param id of the event that was refused
 * @param status what the gateway answered; 0 where the client itself refused
 * @param field what is wrong, such as `data.agent`
 * @param count how many events had no room
 * @param detail what the gateway says, in words
 */
public record Problem(
    Kind kind,
    String id,
    int status,
    String field,
    String expected,
    String got,
    long count,
    String detail) {
  public enum Kind {
    /** One event is wrong, and was left out. */
    REFUSED,
    /** Events had no room. */
    DROPPED,
    /** Nothing is sent any more. */
    STOPPED
  }

  static Problem dropped(long count) {
    return new Problem(Kind.DROPPED, null, 0, null, null, null, count, null);
  }

  static Problem stopped(int status, String detail) {
    return new Problem(Kind.STOPPED, null, status, null, null, null, 0, detail);
  }

  static Problem refused(String id, Refusal refusal) {
    return new Problem(
        Kind.REFUSED, id, 0, refusal.field, refusal.expected, refusal.got, 0, null);
  }
}
