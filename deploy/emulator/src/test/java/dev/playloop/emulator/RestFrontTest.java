package dev.playloop.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

/// Where the REST API listens, and how it hangs up.
class RestFrontTest {
  @Test
  void listensOnThisMachineOnly() {
    try (RestFront front = RestFront.start(0, _ -> Answer.ok(""))) {
      assertThat(front.bound().isLoopbackAddress()).isTrue();
    }
  }

  @Test
  void answersAreNotHeldBackForAnAcknowledgement() {
    try (RestFront front = RestFront.start(0, _ -> Answer.ok(""))) {
      assertThat(System.getProperty("sun.net.httpserver.nodelay")).isEqualTo("true");
      assertThat(front.port()).isPositive();
    }
  }

  @Test
  void takenPortIsNamed() {
    try (RestFront front = RestFront.start(0, _ -> Answer.ok(""))) {
      assertThatThrownBy(() -> RestFront.start(front.port(), _ -> Answer.ok("")).close())
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("port " + front.port());
    }
  }

  @Test
  void hangingUpSendsNothing() {
    try (RestFront front = RestFront.start(0, _ -> new Answer.Hangup());
        Client client = new Client(front.address())) {
      assertThatThrownBy(() -> client.get("/")).isInstanceOf(Client.NoAnswer.class);
    }
  }
}
