package dev.playloop.kit.topic;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.topic.Topic;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;

/// A member that its group does not expel because a busy machine keeps it from its heartbeats, so
/// that a test can count calls. Where it is its end that is waited for, it is no such one.
public final class PatientMember {
  private PatientMember() {}

  public static Consumer<byte[], byte[]> of(
      KafkaSettings kafka, String groupId, Topic<?, ?> input) {
    return Clients.member(kafka, groupId, input, Map.of("session.timeout.ms", "45000"));
  }
}
