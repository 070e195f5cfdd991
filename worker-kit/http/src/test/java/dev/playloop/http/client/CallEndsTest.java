package dev.playloop.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.http.client.RawServer.Talk;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A call ends in its time, whatever the server does, and its outcome says how far it came.
class CallEndsTest extends CallerCase {
  /// What a server says at once has been read by then, or by the next.
  private static final List<Duration> IN_WHICH_ITS_WORDS_COME =
      List.of(Duration.ofSeconds(3), Duration.ofSeconds(10), Duration.ofSeconds(30));

  /// With more time where it was too little for the words to come.
  private HttpOutcome lateAfter(Talk talk, boolean begun) throws InterruptedException {
    HttpOutcome outcome = null;
    for (Duration time : IN_WHICH_ITS_WORDS_COME) {
      outcome = called(talk, time);
      if (outcome.equals(new HttpOutcome.Late(begun))) {
        break;
      }
    }
    return Objects.requireNonNull(outcome);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nothing                 |                                                    | false",
        "a half head             | HTTP/1.1 200 OK\\r\\nContent-Le                    | false",
        "a half body             | HTTP/1.1 200 OK\\r\\nContent-Length: 9\\r\\n\\r\\nhalf | true",
        "a half chunk            | HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n9\\r\\nhalf | true"
      })
  void silenceEndsWithItsTimeAndABrokenConnectionAtOnce(String what, String said, boolean begun)
      throws InterruptedException {
    String text = said == null ? "" : said.replace("\\r", "\r").replace("\\n", "\n");
    Talk half =
        peer -> {
          peer.request();
          peer.say(text);
        };

    assertThat(
            lateAfter(
                peer -> {
                  half.with(peer);
                  peer.awaitEnd();
                },
                begun))
        .as(what)
        .isEqualTo(new HttpOutcome.Late(begun));
    assertThat(called(half, LONG))
        .as(what)
        .isInstanceOfSatisfying(
            HttpOutcome.Broken.class, broken -> assertThat(broken.begun()).isEqualTo(begun));
  }

  /// One byte now and then is no silence to a socket.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP/1.1 200 OK\\r\\nX: | a | false",
        "HTTP/1.1 200 OK\\r\\n | X: y\\r\\n | false",
        "HTTP/1.1 100 Continue\\r\\n\\r\\n | HTTP/1.1 100 Continue\\r\\n\\r\\n | false",
        "HTTP/1.1 200 OK\\r\\nContent-Length: 9000\\r\\n\\r\\n | a | true"
      })
  void aTrickleEndsWithItsTime(String first, String then, boolean begun)
      throws InterruptedException {
    HttpOutcome outcome =
        lateAfter(
            peer -> {
              peer.request();
              peer.say(first.replace("\\r", "\r").replace("\\n", "\n"));
              while (peer.staysAMoment()) {
                peer.say(then.replace("\\r", "\r").replace("\\n", "\n"));
              }
            },
            begun);

    assertThat(outcome).isEqualTo(new HttpOutcome.Late(begun));
  }

  @Test
  void whoIsNotThereIsSentNothing() throws InterruptedException {
    assertThat(caller.call(post(URI.create("http://127.0.0.1:1/"), "{}"), LONG))
        .isInstanceOf(HttpOutcome.NotSent.class);
  }

  @Test
  void aHandshakeThatNeverEndsSendsNothing() throws InterruptedException {
    try (RawServer server = new RawServer(RawServer.Peer::awaitEnd)) {
      URI secure = URI.create("https://127.0.0.1:" + server.port() + "/");

      assertThat(caller.call(post(secure, "{}"), BRIEF)).isInstanceOf(HttpOutcome.NotSent.class);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anInterruptEndsACall(boolean virtual) throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CompletableFuture<String> ended = new CompletableFuture<>();
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          asked.countDown();
          peer.awaitEnd();
        })) {
      Runnable calls =
          () -> {
            try {
              ended.complete(call(server, LONG).toString());
            } catch (InterruptedException e) {
              ended.complete("interrupted");
            }
          };
      Thread thread = virtual ? Thread.startVirtualThread(calls) : new Thread(calls);
      if (!virtual) {
        thread.start();
      }
      asked.await();

      thread.interrupt();

      assertThat(ended.get(60, TimeUnit.SECONDS)).isEqualTo("interrupted");
    }
  }

  @Test
  void whoIsInterruptedAlreadyAsksNobody() throws Exception {
    try (RawServer server = new RawServer(CallerCase::answerAll)) {
      for (int i = 0; i < 2; i++) {
        CompletableFuture<String> ended = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
          Thread.currentThread().interrupt();
          try {
            ended.complete(call(server, LONG).toString());
          } catch (InterruptedException e) {
            ended.complete("interrupted, still " + Thread.currentThread().isInterrupted());
          }
        });
        assertThat(ended.get(60, TimeUnit.SECONDS)).isEqualTo("interrupted, still false");
        assertThat(call(server, LONG)).isInstanceOf(HttpOutcome.Answered.class);
      }
      assertThat(server.requests).hasSize(2);
    }
  }

  @Test
  void aClosedClientSendsNothingAndEndsWhatIsUnderWay() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CompletableFuture<HttpOutcome> ended = new CompletableFuture<>();
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          asked.countDown();
          peer.awaitEnd();
        })) {
      Thread.startVirtualThread(() -> {
        try {
          ended.complete(call(server, LONG));
        } catch (InterruptedException e) {
          ended.completeExceptionally(e);
        }
      });
      asked.await();
      caller.close();

      assertThat(ended.get(60, TimeUnit.SECONDS)).isInstanceOf(HttpOutcome.Broken.class);
      assertThat(call(server, LONG)).isInstanceOf(HttpOutcome.NotSent.class);
      assertThat(server.requests).hasSize(1);
    }
  }

  @Test
  void connectionsGoToTheAddressesThatANameWasGivenAndNoOthers() throws InterruptedException {
    try (RawServer server = new RawServer(CallerCase::answerAll);
        HttpCaller given =
            new HttpCaller(
                OPTIONS.names(host -> {
                  if (!host.equals("game.example")) {
                    throw new UnknownHostException("not " + host);
                  }
                  return new InetAddress[] {InetAddress.getLoopbackAddress()};
                }))) {
      URI there = URI.create("http://game.example:" + server.port() + "/");
      URI elsewhere = URI.create("http://localhost:" + server.port() + "/");

      assertThat(body(given.call(post(there, "{}"), LONG))).isEqualTo("yes");
      assertThat(server.requests.peek()).contains("host: game.example:" + server.port());
      assertThat(given.call(post(elsewhere, "{}"), LONG))
          .isInstanceOfSatisfying(
              HttpOutcome.NotSent.class,
              sent -> assertThat(sent.cause()).hasMessageContaining("not localhost"));
    }
  }
}
