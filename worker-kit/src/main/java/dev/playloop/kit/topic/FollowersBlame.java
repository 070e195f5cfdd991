package dev.playloop.kit.topic;

import dev.playloop.kit.Letters;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What one needs that follows its topics alone: it is behind all that it was handed, and keeps no
/// count beyond its process.
final class FollowersBlame implements Blame {
  private static final Logger LOG = LoggerFactory.getLogger(FollowersBlame.class);

  private final Suspects suspects = Suspects.unkept();

  @Override
  public void struck(TopicPartition partition, long offset, Throwable thrown) {
    LOG.error("{}@{} can't be fetched: {}", partition, offset, Letters.text(thrown));
    suspects.struck(position(partition, offset));
  }

  @Override
  public boolean isGuilty(TopicPartition partition, long offset) {
    return suspects.isGuilty(position(partition, offset));
  }

  @Override
  public long suspect(TopicPartition partition) {
    return suspects.lastOpen(partition.topic(), partition.partition());
  }

  @Override
  public int atOnce() {
    return Integer.MAX_VALUE;
  }

  @Override
  public void handedOut(TopicPartition partition, long offset) {
    suspects.passed(partition.topic(), partition.partition(), offset - 1);
  }

  private static Suspects.Position position(TopicPartition partition, long offset) {
    return new Suspects.Position(partition.topic(), partition.partition(), offset);
  }
}
