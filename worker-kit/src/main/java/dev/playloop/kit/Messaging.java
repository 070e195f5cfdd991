package dev.playloop.kit;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;

/// Names of the messaging conventions 1.44.0, all in one place, as they are still in development.
public final class Messaging {
  public static final String SCHEMA_URL = "https://opentelemetry.io/schemas/1.44.0";
  public static final String KAFKA = "kafka";
  public static final String PROCESS = "process";

  public static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
  public static final AttributeKey<String> OPERATION_NAME =
      AttributeKey.stringKey("messaging.operation.name");
  public static final AttributeKey<String> OPERATION_TYPE =
      AttributeKey.stringKey("messaging.operation.type");
  public static final AttributeKey<String> DESTINATION =
      AttributeKey.stringKey("messaging.destination.name");
  public static final AttributeKey<String> PARTITION =
      AttributeKey.stringKey("messaging.destination.partition.id");
  public static final AttributeKey<Long> OFFSET = AttributeKey.longKey("messaging.kafka.offset");
  public static final AttributeKey<String> KEY =
      AttributeKey.stringKey("messaging.kafka.message.key");
  public static final AttributeKey<String> GROUP =
      AttributeKey.stringKey("messaging.consumer.group.name");
  public static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

  public static final String PROCESS_DURATION = "messaging.process.duration";
  public static final String CONSUMED_MESSAGES = "messaging.client.consumed.messages";

  /// In seconds: the conventions' own, and up to a model that thinks for a minute.
  public static final List<Double> DURATION_BUCKETS =
      List.of(
          0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0, 20.0,
          40.0, 80.0);

  private Messaging() {}
}
