package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.playloop.launcher.UserProblem;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/// What a command says of a failure.
final class FailureTest {
  private final StringWriter err = new StringWriter();

  static Stream<Arguments> ofKafka() {
    Exception denied = new TopicAuthorizationException("not DELETE on playloop.turns");
    return Stream.of(
        argumentSet("a right", denied, "does not allow that: not DELETE on playloop.turns"),
        argumentSet(
            "a right, wrapped",
            new IllegalStateException("Kafka refused to erase", denied),
            "does not allow that: not DELETE on playloop.turns"),
        argumentSet(
            "a right, wrapped twice",
            new IllegalStateException(
                new ExecutionException(new GroupAuthorizationException("playloop.loop"))),
            "does not allow that"),
        argumentSet(
            "a name",
            new KafkaException("no client", new SaslAuthenticationException("wrong secret")),
            "refuses the name or the secret: wrong secret"),
        argumentSet(
            "silence",
            new IllegalStateException("can't create topic", new TimeoutException("after 60 s")),
            "does not answer: after 60 s"));
  }

  @ParameterizedTest
  @MethodSource("ofKafka")
  void whatKafkaRefusesIsNoBugWhateverWasMadeOfIt(Exception failure, String said) throws Exception {
    assertThat(explained(failure)).isEqualTo(UserProblem.ENVIRONMENT);
    assertThat(err.toString()).contains(said).doesNotContain("this is a bug", "\tat ");
  }

  @Test
  void whatNobodyHasThoughtOfIsTold() throws Exception {
    Exception circle = new IllegalStateException("a");
    circle.initCause(new IllegalStateException("b", circle));

    assertThat(explained(circle)).isEqualTo(UserProblem.FAILED);
    assertThat(err.toString()).contains("this is a bug", "IllegalStateException: a");
  }

  private int explained(Exception failure) throws Exception {
    CommandLine line = Playloop.commandLine();
    line.setErr(new PrintWriter(err, true));
    return line.getExecutionExceptionHandler()
        .handleExecutionException(failure, line, line.parseArgs());
  }
}
