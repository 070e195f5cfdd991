package dev.playloop.operator;

import org.apache.kafka.common.TopicPartition;

/// What would come next for a follower was archived, erased or is past its retention: going on
/// would leave a gap that nobody sees.
public final class PositionGone extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PositionGone(TopicPartition partition, long next, long begin) {
    super("%s begins at %d by now, behind %d".formatted(partition, begin, next));
  }
}
