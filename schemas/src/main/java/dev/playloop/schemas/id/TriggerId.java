package dev.playloop.schemas.id;

import dev.playloop.schemas.Require;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// How trigger ids are derived, so that the same event twice is the same trigger once. An id is
/// text of at most 128 printable characters without blanks.
public final class TriggerId {
  public static final int MAX_CHARACTERS = 128;
  private static final Pattern PATTERN = Pattern.compile("[\\x21-\\x7e]{1,128}");

  private TriggerId() {}

  /// Checks an id that came from outside.
  public static String checked(String id) {
    return Require.match("id", id, PATTERN, "1 to 128 printable ASCII characters without blanks");
  }

  /// For a record that came without an id.
  public static String ofRecord(String topic, int partition, long offset) {
    return checked(topic + "-" + partition + "-" + offset);
  }

  /// For a CloudEvent: a hash of (source, id), which is what makes an event unique (CloudEvents
  /// 1.0).
  public static String ofCloudEvent(String source, String id) {
    return "ce-" + hash(source + "\n" + id).substring(0, 32);
  }

  /// For a schedule: the same due time is the same trigger, whoever computes it.
  public static String ofSchedule(AgentId agent, String schedule, Instant due) {
    return checked(agent.name() + "-" + schedule + "-" + due.toEpochMilli());
  }

  /// For a subscription of an agent to a world event.
  public static String ofSubscription(String eventId, AgentId agent) {
    return "sub-" + hash(eventId + "\n" + agent.value()).substring(0, 32);
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
