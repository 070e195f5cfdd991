package dev.playloop.kit.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.topic.Topics;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/// What a worker is told that starts while its broker goes away.
class UnreadableTopicTest {
  private final Topics topics = new Topics("t.", 1);

  @Test
  void anOutageWhileTopicsAreReadIsWaitedOut() {
    assertThat(TopicAdmin.unreadable(topics.turns(), new TimeoutException("no node")))
        .isInstanceOf(RetriableException.class)
        .hasMessageContaining("t.turns")
        .hasMessageContaining("no node");
  }

  @Test
  void anErrorThatNoRetryMendsIsNone() {
    assertThat(TopicAdmin.unreadable(topics.turns(), new InvalidRequestException("what?")))
        .isNotInstanceOf(RetriableException.class);
  }
}
