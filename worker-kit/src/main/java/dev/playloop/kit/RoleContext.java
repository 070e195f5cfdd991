package dev.playloop.kit;

/// What every role is started with: how it reaches Kafka, as which principal, and where its spans
/// and numbers go. The telemetry stays the caller's to close.
public record RoleContext(KafkaSettings kafka, Telemetry telemetry) {
  /// Without telemetry.
  public static RoleContext of(KafkaSettings kafka) {
    return new RoleContext(kafka, Telemetry.off());
  }
}
