package dev.playloop.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.http.client.RawServer.Talk;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/// A caller and what it asks for. One that waits for ever fails instead of hanging the build.
@Timeout(value = 2, unit = TimeUnit.MINUTES)
abstract class CallerCase {
  static final int MOST = 10_000;
  static final Duration LONG = Duration.ofSeconds(60);
  static final Duration BRIEF = Duration.ofMillis(300);
  static final ClientOptions OPTIONS = ClientOptions.direct("test", Duration.ofSeconds(10), MOST);

  final HttpCaller caller = new HttpCaller(OPTIONS);

  @AfterEach
  void close() {
    caller.close();
  }

  final HttpOutcome call(RawServer server, Duration limit) throws InterruptedException {
    return caller.call(post(server.at("/a?b=c"), "{}"), limit);
  }

  static HttpCall post(URI uri, String body) {
    return new HttpCall("POST", uri, Map.of("X-One", "1"), body.getBytes(StandardCharsets.UTF_8));
  }

  final HttpOutcome called(Talk talk, Duration limit) throws InterruptedException {
    try (RawServer server = new RawServer(talk)) {
      return call(server, limit);
    }
  }

  static String body(HttpOutcome outcome) {
    assertThat(outcome).isInstanceOf(HttpOutcome.Answered.class);
    return new String(((HttpOutcome.Answered) outcome).body(), StandardCharsets.UTF_8);
  }

  static void answerAll(RawServer.Peer peer) throws IOException {
    while (!peer.request().isEmpty()) {
      peer.answer("yes");
    }
  }
}
