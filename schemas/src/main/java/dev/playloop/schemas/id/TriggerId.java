package dev.playloop.schemas.id;

import dev.playloop.schemas.Require;
import dev.playloop.schemas.Sha256;
import java.time.Instant;

/// How trigger ids are derived, so that the same event twice is the same trigger once. An id is
/// text of at most 128 printable characters without blanks.
public final class TriggerId {
  public static final int MAX_CHARACTERS = 128;

  /// What an id looks like.
  public static final String REGEX = "[\\x21-\\x7e]{1,128}";

  private TriggerId() {}

  /// Checks an id that came from outside.
  public static String checked(String id) {
    return Require.match(
        "id", id, IdText::isTrigger, "1 to 128 printable ASCII characters without blanks");
  }

  /// For a record that came without an id.
  public static String ofRecord(String topic, int partition, long offset) {
    return checked(topic + "-" + partition + "-" + offset);
  }

  /// For a CloudEvent: a hash of (source, id), which is what makes an event unique (CloudEvents
  /// 1.0).
  public static String ofCloudEvent(String source, String id) {
    return "ce-" + Sha256.hex(source + "\n" + id).substring(0, 32);
  }

  /// For a schedule: the same due time is the same trigger, whoever computes it.
  public static String ofSchedule(AgentId agent, String schedule, Instant due) {
    return checked(agent.name() + "-" + schedule + "-" + due.toEpochMilli());
  }

  /// Whether it is the id of a trigger of this schedule.
  public static boolean isOfSchedule(String id, AgentId agent, String schedule) {
    String before = agent.name() + "-" + schedule + "-";
    return id.length() > before.length()
        && id.startsWith(before)
        && id.chars().skip(before.length()).allMatch(digit -> '0' <= digit && digit <= '9');
  }

  /// For a subscription of an agent to a world event.
  public static String ofSubscription(String eventId, AgentId agent) {
    return "sub-" + Sha256.hex(eventId + "\n" + agent.value()).substring(0, 32);
  }
}
