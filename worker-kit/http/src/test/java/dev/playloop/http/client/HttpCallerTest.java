package dev.playloop.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// One call is one exchange, and what comes back is told as it is.
class HttpCallerTest extends CallerCase {
  @Test
  void oneConnectionServesOneRequestAfterTheOther() throws InterruptedException {
    try (RawServer server = new RawServer(CallerCase::answerAll)) {
      for (int i = 0; i < 5; i++) {
        assertThat(body(call(server, LONG))).isEqualTo("yes");
      }
      assertThat(server.connections).hasValue(1);
      assertThat(server.requests)
          .hasSize(5)
          .allSatisfy(head ->
              assertThat(head)
                  .startsWith("post /a?b=c http/1.1\r\n")
                  .contains("x-one: 1\r\n", "user-agent: playloop\r\n")
                  .doesNotContain("accept-encoding", "cookie", "upgrade", "expect"));
    }
  }

  /// The server ends each connection behind its answer, and does not say so.
  @Test
  void aConnectionThatTheServerHasEndedIsNotUsed() throws InterruptedException {
    CountDownLatch[] ended = {new CountDownLatch(1)};
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          peer.answer("yes").socket().close();
          ended[0].countDown();
        })) {
      for (int i = 1; i <= 20; i++) {
        ended[0] = new CountDownLatch(1);
        assertThat(body(call(server, LONG))).as("call %d", i).isEqualTo("yes");
        ended[0].await();
      }
      assertThat(server.requests).hasSize(20);
    }
  }

  @Test
  void whatASpeakerSaysUnaskedIsNoAnswerToTheNext() throws InterruptedException {
    CountDownLatch said = new CountDownLatch(1);
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          peer.answer("yes");
          peer.answer("a lie");
          said.countDown();
          answerAll(peer);
        })) {
      assertThat(body(call(server, LONG))).isEqualTo("yes");
      said.await();
      // Where both came in one packet, the second lies in what was read already.
      assertThat(body(call(server, LONG))).isIn("yes", "a lie");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308, 401, 407, 429, 503})
  void whatAStatusAsksForIsLeftToTheCaller(int status) throws InterruptedException {
    try (RawServer server =
        new RawServer(peer -> {
          while (!peer.request().isEmpty()) {
            peer.say(
                "HTTP/1.1 %d No\r\nLocation: /b\r\nLocation: /c\r\nSet-Cookie: a=b\r\nRetry-After: 0\r\nWWW-Authenticate: Basic realm=x\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nno"
                    .formatted(status));
          }
        })) {
      HttpOutcome outcome = call(server, LONG);

      assertThat(outcome)
          .isInstanceOfSatisfying(
              HttpOutcome.Answered.class,
              answered -> {
                assertThat(answered.status()).isEqualTo(status);
                assertThat(answered.header("location")).isEqualTo("/b");
                assertThat(answered.header("content-encoding")).isEqualTo("gzip");
                assertThat(answered.header("other")).isNull();
              });
      assertThat(body(outcome)).isEqualTo("no");
      assertThat(server.requests).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"'Content-Length: 10000', 10000", "'Transfer-Encoding: chunked', 9999"})
  void aBodyIsReadUpToItsBound(String head, int length) throws InterruptedException {
    try (RawServer server =
        new RawServer(peer -> {
          while (!peer.request().isEmpty()) {
            peer.say("HTTP/1.1 200 OK\r\n" + head + "\r\n\r\n");
            peer.say(
                head.startsWith("C")
                    ? "x".repeat(length)
                    : Integer.toHexString(length) + "\r\n" + "x".repeat(length) + "\r\n0\r\n\r\n");
          }
        })) {
      assertThat(body(call(server, LONG))).hasSize(length);
      assertThat(body(call(server, LONG))).hasSize(length);
      assertThat(server.connections).hasValue(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 10001",
        "Content-Length: 9223372036854775807",
        "Transfer-Encoding: chunked",
        "Connection: close"
      })
  void aLongerOneEndsItsConnectionUnread(String head) throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          try {
            peer.say("HTTP/1.1 200 OK\r\n" + head + "\r\n\r\n");
            peer.flood(head.startsWith("T") ? "400\r\n" + "x".repeat(1024) + "\r\n" : "x");
          } finally {
            ended.countDown();
          }
        })) {
      assertThat(call(server, LONG)).isEqualTo(new HttpOutcome.TooLong(200));
      assertThat(ended.await(60, TimeUnit.SECONDS)).as("the server is not listened to").isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"a line without end | a", "fields without end | X: y\\r\\n"})
  void aHeadIsBounded(String what, String flood) throws InterruptedException {
    HttpOutcome outcome =
        called(
            peer -> {
              peer.request();
              peer.say("HTTP/1.1 200 OK\r\nX: ");
              peer.flood(flood.replace("\\r", "\r").replace("\\n", "\n").repeat(100));
            },
            LONG);

    assertThat(outcome)
        .as(what)
        .isInstanceOfSatisfying(
            HttpOutcome.Broken.class, broken -> assertThat(broken.begun()).isFalse());
  }

  /// A server may refuse a long request by its head, and then not care for the rest.
  @Test
  void anAnswerThatComesBeforeTheRequestsEndIsHeard() throws InterruptedException {
    CountDownLatch heard = new CountDownLatch(1);
    try (RawServer server =
        new RawServer(peer -> {
          peer.in().skipNBytes(1024 * 1024);
          peer.say("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno");
          peer.in().skipNBytes(8 * 1024 * 1024);
          heard.await();
        })) {
      HttpOutcome outcome = caller.call(post(server.at("/"), "x".repeat(32 * 1024 * 1024)), LONG);
      heard.countDown();

      assertThat(outcome)
          .isInstanceOfSatisfying(
              HttpOutcome.Answered.class, answered -> assertThat(answered.status()).isEqualTo(413));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ftp://host/ | X | 1",
        "/path | X | 1",
        "http:///path | X | 1",
        "http://host//path | X | 1",
        "http://host/ | Host | elsewhere",
        "http://host/ | content-length | 1",
        "http://host/ | X Y | 1",
        "http://host/ | X: | 1",
        "http://host/ | X | 1\\r\\nY: 2",
        "http://host/ | X | ü"
      })
  void whatWouldBeAnotherRequestOnTheWireIsNone(String uri, String name, String value) {
    Map<String, String> headers = Map.of(name, value.replace("\\r", "\r").replace("\\n", "\n"));
    assertThatThrownBy(() -> new HttpCall("GET", URI.create(uri), headers, new byte[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
