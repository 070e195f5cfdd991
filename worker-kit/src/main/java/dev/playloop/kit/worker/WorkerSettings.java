package dev.playloop.kit.worker;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.PartitionListener;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.WorkerLimits;
import dev.playloop.kit.topic.Suspects;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.topic.Topic;
import java.util.List;

/// What one worker runs on. `group` is the consumer group without the catalogue's prefix, such as
/// `reasoner` or `executor-tally`; it also names the worker in dead letters and metrics. `outputs`
/// are the topics its handler may write to.
public record WorkerSettings<K, V>(
    KafkaSettings kafka,
    String group,
    Topic<K, V> input,
    List<Topic<?, ?>> outputs,
    WorkerLimits limits,
    Telemetry telemetry,
    PartitionListener partitions,
    Suspects suspects) {
  public WorkerSettings {
    Require.text("group", group, 128);
    outputs = List.copyOf(outputs);
  }

  public static <K, V> WorkerSettings<K, V> of(
      KafkaSettings kafka, String group, Topic<K, V> input, List<Topic<?, ?>> outputs) {
    return new WorkerSettings<>(
        kafka,
        group,
        input,
        outputs,
        WorkerLimits.DEFAULT,
        Telemetry.off(),
        PartitionListener.NONE,
        Suspects.unkept());
  }

  public WorkerSettings<K, V> withLimits(WorkerLimits newLimits) {
    return new WorkerSettings<>(
        kafka, group, input, outputs, newLimits, telemetry, partitions, suspects);
  }

  public WorkerSettings<K, V> withTelemetry(Telemetry newTelemetry) {
    return new WorkerSettings<>(
        kafka, group, input, outputs, limits, newTelemetry, partitions, suspects);
  }

  public WorkerSettings<K, V> withPartitions(PartitionListener newPartitions) {
    return new WorkerSettings<>(
        kafka, group, input, outputs, limits, telemetry, newPartitions, suspects);
  }

  /// Where the worker keeps at which records an `Error` struck it.
  public WorkerSettings<K, V> withSuspects(Suspects kept) {
    return new WorkerSettings<>(kafka, group, input, outputs, limits, telemetry, partitions, kept);
  }

  /// The consumer group's full id.
  String groupId() {
    return kafka.topics().prefix() + group;
  }

  /// The fence of one input partition: whoever initialises this id shuts out its predecessor.
  String transactionalId(int partition) {
    return groupId() + "-" + input.name() + "-" + partition;
  }
}
