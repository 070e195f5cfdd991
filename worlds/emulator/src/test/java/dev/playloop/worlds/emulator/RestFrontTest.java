package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.http.CannotListen;
import dev.playloop.http.Wire;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Where the REST API listens, and how it hangs up.
class RestFrontTest {
  @Test
  void listensOnThisMachineOnly() {
    try (RestFront front = RestFront.start(0, _ -> Answer.ok(""))) {
      assertThat(front.address().getHost()).isEqualTo("127.0.0.1");
    }
  }

  @Test
  void pagesOfOtherSitesPressNoButton() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    Handler handler =
        _ -> {
          asked.incrementAndGet();
          return Answer.ok("");
        };
    try (RestFront front = RestFront.start(0, handler);
        Wire wire = Wire.to(front.address())) {
      String post = "POST /core/screenshot?path=victim HTTP/1.1\r\nContent-Length: 0\r\n";
      String own = "Host: 127.0.0.1:" + front.port() + "\r\n";
      assertThat(wire.send(post + own + "Origin: http://evil.example\r\n\r\n").next().status())
          .isEqualTo(403);
      assertThat(wire.send(post + "Host: evil.example\r\n\r\n").next().status()).isEqualTo(421);
      assertThat(asked).hasValue(0);
      assertThat(wire.send(post + own + "\r\n").next().status()).isEqualTo(200);
    }
  }

  @Test
  void whereThereIsATokenNobodyPlaysWithoutIt() throws IOException {
    try (RestFront front = RestFront.start(0, "s3cret", _ -> Answer.ok("played"));
        Wire wire = Wire.to(front.address())) {
      String get = "GET /core/currentframe HTTP/1.1\r\nHost: 127.0.0.1:" + front.port() + "\r\n";
      assertThat(wire.send(get + "\r\n").next().status()).isEqualTo(401);
      assertThat(wire.send(get + "Authorization: Bearer s3cret\r\n\r\n").next().body())
          .isEqualTo("played");
    }
  }

  @Test
  void takenPortIsNamed() {
    try (RestFront front = RestFront.start(0, _ -> Answer.ok(""))) {
      assertThatThrownBy(() -> RestFront.start(front.port(), _ -> Answer.ok("")).close())
          .isInstanceOf(CannotListen.class)
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
