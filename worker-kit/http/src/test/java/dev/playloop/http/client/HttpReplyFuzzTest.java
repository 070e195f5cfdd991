package dev.playloop.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A server may say any bytes: each call ends in an outcome, in its time, and each was sent once.
/// Another seed: `-Dhttp.seed=N`.
@Tag("slow")
class HttpReplyFuzzTest {
  private static final long SEED = Long.getLong("http.seed", 20_261_127);
  private static final int REPLIES = 5_000;
  private static final int MOST = 5_000;
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final byte[] ASKED = "{}".getBytes(StandardCharsets.UTF_8);

  private static final List<String> GOOD =
      List.of(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\n{}\r\n0\r\nX: y\r\n\r\n",
          "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
          "HTTP/1.0 503 Busy\r\nRetry-After: 1\r\nConnection: close\r\n\r\nbusy",
          "HTTP/1.1 302 Found\r\nLocation: /b\r\nKeep-Alive: timeout=5\r\nContent-Length: 0\r\n\r\n");

  /// What stands in the place of a part.
  private static final List<String> ODDITIES =
      List.of(
          "",
          "\r\n",
          "\n",
          "\r",
          "\0",
          " ",
          ":",
          "-1",
          "9".repeat(30),
          "ffffffffffffffff",
          "\u00ff\u00fe",
          "HTTP/1.1 200 OK\r\n\r\n",
          "HTTP/9.9",
          "Content-Length: 3\r\nContent-Length: 4\r\n",
          "Transfer-Encoding: gzip, chunked\r\n",
          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: TLS/1.2\r\n\r\n",
          "x".repeat(20_000),
          "X: y\r\n".repeat(300));

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void whateverAServerSaysIsAnOutcome() throws InterruptedException {
    Random random = new Random(SEED);
    AtomicReference<byte[]> said = new AtomicReference<>(new byte[0]);
    try (HttpCaller caller =
            new HttpCaller(ClientOptions.direct("test", Duration.ofSeconds(10), MOST));
        RawServer hostile =
            new RawServer(peer -> {
              peer.request();
              peer.out().write(said.get());
            })) {
      for (int i = 0; i < REPLIES; i++) {
        said.set(changed(GOOD.get(i % GOOD.size()), random));
        URI uri = hostile.at("/" + i);

        HttpOutcome outcome = caller.call(new HttpCall("POST", uri, Map.of(), ASKED), LIMIT);

        assertThat(outcome)
            .as("seed %d, reply %d", SEED, i)
            .isNotInstanceOfAny(HttpOutcome.Late.class, HttpOutcome.NotSent.class);
        if (outcome instanceof HttpOutcome.Answered answered) {
          assertThat(answered.status()).as("seed %d, reply %d", SEED, i).isBetween(100, 999);
          assertThat(answered.body().length)
              .as("seed %d, reply %d", SEED, i)
              .isLessThanOrEqualTo(MOST);
        }
      }
      // Some go out as the server ends their connection, and are not read by it.
      assertThat(hostile.requests.stream().map(head -> head.split(" ", 3)[1]))
          .as("none was sent twice")
          .doesNotHaveDuplicates()
          .hasSizeGreaterThan(REPLIES / 2);
    }
  }

  private static byte[] changed(String good, Random random) {
    StringBuilder text = new StringBuilder(good);
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      int at = random.nextInt(text.length() + 1);
      int to = Math.min(text.length(), at + random.nextInt(8));
      text.replace(at, to, ODDITIES.get(random.nextInt(ODDITIES.size())));
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    return random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
  }
}
