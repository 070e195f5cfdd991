package dev.playloop.kit.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AcksTest {
  @Test
  @Timeout(30) // what is waited for without end never fails by itself
  void whatNobodyAnswersIsGivenUpWithKafkasOwnWord() {
    assertThatThrownBy(() -> Acks.await(new CompletableFuture<>(), Duration.ofMillis(1)))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(TimeoutException.class);
  }

  @Test
  void whatIsAnsweredIsReturned() throws Exception {
    assertThat(Acks.await(CompletableFuture.completedFuture(7))).isEqualTo(7);
  }
}
