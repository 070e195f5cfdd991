package dev.playloop.projector.steady;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.topic.Suspects;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReplaceThreadTest {
  @TempDir Path dir;
  private final Pulse pulse = Pulse.quiet();

  private ReplaceThread handler() {
    return new ReplaceThread("loop", pulse, new StateFolder(dir, "t.loop"), false);
  }

  @Test
  void anErrorOfNoRecordEndsTheApplicationAtTheThirdTime() {
    ReplaceThread handler = handler();
    StreamsException failure = new StreamsException("x", new OutOfMemoryError("Java heap space"));

    assertThat(handler.handle(failure)).isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
    assertThat(handler.handle(failure)).isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
    assertThat(pulse.end()).isNull();
    assertThat(handler.handle(failure)).isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);

    assertThat(pulse.end()).contains("OutOfMemoryError: Java heap space");
    assertThat(pulse.problem()).isEqualTo(pulse.end());
  }

  @Test
  void anErrorOfARecordNeverEndsTheApplicationUntilSkippingDoesNotHelp() {
    ReplaceThread handler = handler();
    Suspects.Position at = new Suspects.Position("t.triggers", 0, 4);
    for (int i = 1; i < Suspects.HOPELESS; i++) {
      OutOfMemoryError error = new OutOfMemoryError();
      pulse.struck(at, error);
      assertThat(handler.handle(new StreamsException("x", error)))
          .isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
    }
    assertThat(pulse.problem()).contains("died");
    OutOfMemoryError last = new OutOfMemoryError();
    pulse.struck(at, last);

    assertThat(handler.handle(last)).isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
    assertThat(pulse.end()).contains("t.triggers-0@4");
  }

  @Test
  void whoLostItsNameEndsAtOnceAndSaysSo() {
    assertThat(handler().handle(new FencedInstanceIdException("projector-0")))
        .isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);

    assertThat(pulse.problem())
        .isEqualTo(
            "the loop application has ended: another process has taken its place under the same"
                + " PLAYLOOP_INSTANCE: give each of a role a name of its own");
  }

  /// Where nobody can have its name it goes on: it was fenced by what it sent itself.
  @Test
  void whoIsAloneGoesOnThoughItLostItsName() {
    ReplaceThread alone = new ReplaceThread("loop", pulse, new StateFolder(dir, "t.loop"), true);

    assertThat(alone.handle(new FencedInstanceIdException("projector-0")))
        .isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
    assertThat(pulse.end()).isNull();
  }

  /// Streams wraps what its producers and its admin throw.
  static List<AuthorizationException> refusals() {
    return List.of(
        new GroupAuthorizationException("no group"),
        new TopicAuthorizationException("no topic"),
        new TransactionalIdAuthorizationException("no id"),
        new ClusterAuthorizationException("no cluster"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void whoLacksARightForHalfAMinuteEndsAndSaysWhich(AuthorizationException refused) {
    ReplaceThread handler = handler();
    StreamsException failure = new StreamsException("x", new KafkaException(refused));
    long now = System.nanoTime();

    assertThat(handler.handle(failure)).isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
    assertThat(pulse.end()).isNull();
    assertThat(handler.dismissed(failure, now + Duration.ofSeconds(29).toNanos())).isNull();
    assertThat(handler.dismissed(failure, now + Duration.ofSeconds(90).toNanos()))
        .isEqualTo(refused.getMessage() + ": give its principal the rights of its role");
    var _ = handler.nextPause(now + Duration.ofMinutes(3).toNanos());
    assertThat(handler.dismissed(failure, now + Duration.ofMinutes(3).toNanos()))
        .as("after a quiet minute it is refused anew")
        .isNull();
  }

  @Test
  void aDeadThreadIsReplacedAfterAPauseThatGrowsAndForgets() {
    ReplaceThread handler = handler();
    long now = System.nanoTime();

    assertThat(handler.nextPause(now)).isEqualTo(Duration.ofMillis(100).toNanos());
    assertThat(handler.nextPause(now)).isEqualTo(Duration.ofMillis(200).toNanos());
    for (int i = 0; i < 10; i++) {
      handler.nextPause(now);
    }
    assertThat(handler.nextPause(now)).isEqualTo(Duration.ofSeconds(10).toNanos());
    assertThat(handler.nextPause(now + Duration.ofMinutes(2).toNanos()))
        .isEqualTo(Duration.ofMillis(100).toNanos());
    assertThat(handler().handle(new IllegalStateException("a bug")))
        .isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
  }
}
