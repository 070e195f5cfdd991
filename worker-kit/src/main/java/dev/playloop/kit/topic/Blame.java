package dev.playloop.kit.topic;

import org.apache.kafka.common.TopicPartition;

/// Who counts what was struck in a [CarefulPoll]. Asked by the thread that polls.
public interface Blame {
  /// A poll threw at this position.
  void struck(TopicPartition partition, long offset, Throwable thrown);

  /// Whether the position was struck so often that it is skipped.
  boolean isGuilty(TopicPartition partition, long offset);

  /// The last position of a partition at which something struck that is not behind us yet; -1 where
  /// there is none. Up to there it is read one record at a time.
  long suspect(TopicPartition partition);

  /// How many records may be handed out of a partition that is read one record at a time.
  int atOnce();

  /// What lies before `offset` is handed out.
  default void handedOut(TopicPartition partition, long offset) {}
}
