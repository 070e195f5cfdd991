package dev.playloop.kit.commit;

import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;

/// What proves that an input partition is ours: `producers` makes the producer whose initialisation
/// shuts out a predecessor, `group` tells as which member the partition is held right now.
public record Fence(
    TopicPartition partition,
    Supplier<Producer<byte[], byte[]>> producers,
    Supplier<ConsumerGroupMetadata> group) {}
