package dev.playloop.kit;

import io.opentelemetry.api.common.AttributeKey;

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

  private Messaging() {}
}
