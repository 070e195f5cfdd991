package dev.playloop.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.http.Wire.Answered;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// What the edge does for callers who behave, and where it ends.
class EdgeTest {
  private static final EdgeOptions OPTIONS = EdgeOptions.loopback("the test", "THE_PORT", 0);

  @Test
  void portThatIsTakenIsNamedWithItsSetting() {
    try (HttpEdge first = HttpEdge.bind(OPTIONS)) {
      EdgeOptions same = EdgeOptions.loopback("the other", "OTHER_PORT", first.port());

      assertThatThrownBy(() -> HttpEdge.bind(same).close())
          .isInstanceOfSatisfying(
              CannotListen.class, e -> assertThat(e.nextStep()).contains("OTHER_PORT"))
          .hasMessageContaining("the other can't listen on 127.0.0.1 port " + first.port())
          .hasMessageContaining("in use");
    }
  }

  @Test
  void whatIsBoundAndNeverServedCanBeClosed() {
    HttpEdge edge = HttpEdge.bind(OPTIONS);
    edge.close();

    HttpEdge.bind(EdgeOptions.loopback("next", "PORT", edge.port())).close();
  }

  @Test
  void handlersGetPathQueryHeadersAndBodyAsTheyCame() throws IOException {
    List<EdgeCall> calls = new ArrayList<>();
    try (HttpEdge edge =
            HttpEdge.bind(OPTIONS)
                .serve(
                    new EdgeRoutes()
                        .open(
                            "POST",
                            "/a",
                            call -> {
                              calls.add(call);
                              return EdgeAnswer.text(200, "fine");
                            }));
        Wire wire = Wire.to(edge.address())) {
      Answered answer =
          wire.send("POST /a?x=%20y HTTP/1.1\r\n" + host(edge) + "X-A: b\r\nX-A: c\r\n")
              .send("Content-Length: 3\r\n\r\n\u0000\u00ffz")
              .next();

      assertThat(answer.body()).isEqualTo("fine");
      EdgeCall call = calls.getFirst();
      assertThat(call.path()).isEqualTo("/a");
      assertThat(call.query()).isEqualTo("x=%20y");
      assertThat(call.header("X-a")).isEqualTo("b, c");
      assertThat(call.body()).containsExactly(0, -1, 'z');
    }
  }

  @Test
  void aConnectionIsGoodForManyRequests() throws IOException {
    try (HttpEdge edge = HttpEdge.bind(OPTIONS).serve(fine());
        Wire wire = Wire.to(edge.address())) {
      for (int i = 0; i < 100; i++) {
        assertThat(wire.send(get("/", edge)).next().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void ourOwnPageMayAsk() throws IOException {
    try (HttpEdge edge = HttpEdge.bind(OPTIONS).serve(fine())) {
      String own = "Origin: " + edge.address() + "\r\nSec-Fetch-Site: same-origin\r\n";
      assertThat(status(edge, host(edge) + own)).isEqualTo(200);
      String local = "localhost:" + edge.port();
      assertThat(status(edge, "Host: " + local + "\r\nOrigin: http://" + local + "\r\n"))
          .isEqualTo(200);
    }
  }

  @Test
  void furtherNamesCanBeSet() throws IOException {
    EdgeOptions named = OPTIONS.withNames(Set.of("play.example", "api.example:8443"));
    try (HttpEdge edge = HttpEdge.bind(named).serve(fine())) {
      assertThat(status(edge, "Host: play.example\r\n")).isEqualTo(200);
      assertThat(status(edge, "Host: PLAY.example:99\r\n")).isEqualTo(200);
      assertThat(status(edge, "Host: api.example:8443\r\n")).isEqualTo(200);
      assertThat(status(edge, "Host: api.example\r\n")).isEqualTo(421);
      assertThat(status(edge, "Host: play.example.evil.example\r\n")).isEqualTo(421);
    }
  }

  @Test
  void anotherMethodIsToldWhichOnesThereAre() throws IOException {
    EdgeRoutes routes =
        new EdgeRoutes()
            .open("GET", "/", _ -> EdgeAnswer.text(200, ""))
            .open("POST", "/", _ -> EdgeAnswer.text(200, ""));
    try (HttpEdge edge = HttpEdge.bind(OPTIONS).serve(routes);
        Wire wire = Wire.to(edge.address())) {
      Answered answer = wire.send("PUT / HTTP/1.1\r\n" + host(edge) + "\r\n").next();

      assertThat(answer.status()).isEqualTo(405);
      assertThat(answer.head()).contains("allow: get, post");
    }
  }

  @Test
  void aTokenThatAsksTooOftenIsToldToWait() throws IOException {
    EdgeRoutes routes = new EdgeRoutes().guarded("GET", "/", _ -> EdgeAnswer.text(200, ""));
    try (HttpEdge edge = HttpEdge.bind(OPTIONS.withToken("t").withRate(3)).serve(routes);
        Wire wire = Wire.to(edge.address())) {
      List<Answered> answers = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        String token = "Authorization: Bearer t\r\n";
        answers.add(wire.send("GET / HTTP/1.1\r\n" + host(edge) + token + "\r\n").next());
      }

      assertThat(answers).anySatisfy(a -> assertThat(a.status()).isEqualTo(200));
      assertThat(answers)
          .filteredOn(a -> a.status() == 429)
          .isNotEmpty()
          .allSatisfy(a -> assertThat(a.head()).contains("retry-after: "));
    }
  }

  @Test
  void moreRequestsAtOnceThanAllowedAreToldToWait() throws Exception {
    CountDownLatch in = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    EdgeRoutes routes =
        fine()
            .open(
                "GET",
                "/slow",
                _ -> {
                  in.countDown();
                  go.await();
                  return EdgeAnswer.text(200, "");
                });
    EdgeOptions one = OPTIONS.withLimits(EdgeLimits.standard().withCalls(1));
    try (HttpEdge edge = HttpEdge.bind(one).serve(routes);
        Wire slow = Wire.to(edge.address())) {
      slow.send(get("/slow", edge));
      in.await();
      assertThat(status(edge, host(edge))).isEqualTo(429);
      go.countDown();
      assertThat(slow.next().status()).isEqualTo(200);
      assertThat(status(edge, host(edge))).isEqualTo(200);
    }
  }

  /// Whoever is being answered stays; of the others the one that has waited longest goes.
  @Test
  void newConnectionsDisplaceThoseThatWait() throws Exception {
    CountDownLatch in = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    EdgeRoutes routes =
        fine()
            .open(
                "GET",
                "/slow",
                _ -> {
                  in.countDown();
                  go.await();
                  return EdgeAnswer.text(200, "slow");
                });
    EdgeLimits three = EdgeLimits.standard().withConnections(3, 100);
    try (HttpEdge edge = HttpEdge.bind(OPTIONS.withLimits(three)).serve(routes);
        Wire slow = Wire.to(edge.address())) {
      slow.send(get("/slow", edge));
      in.await();
      for (int i = 0; i < 20; i++) {
        Wire.to(edge.address()); // and keep it open
        assertThat(isAnsweredSoon(edge)).isTrue();
      }
      go.countDown();
      assertThat(slow.next().body()).isEqualTo("slow");
      assertThat(edge.connections()).isLessThanOrEqualTo(3);
    }
  }

  /// Whose answer is made and does not go out is waited for, as one is who sends nothing.
  @Test
  void newConnectionsDisplaceThoseThatDoNotRead() throws Exception {
    EdgeLimits three = EdgeLimits.standard().withConnections(3, 100);
    try (HttpEdge edge = HttpEdge.bind(OPTIONS.withLimits(three)).serve(large());
        Wire first = Wire.to(edge.address());
        Wire second = Wire.to(edge.address());
        Wire third = Wire.to(edge.address())) {
      for (Wire deaf : List.of(first, second, third)) {
        deaf.send(get("/large", edge)).awaitAnswer();
      }
      for (int i = 0; i < 20; i++) {
        assertThat(isAnsweredSoon(edge)).isTrue();
      }
    }
  }

  @Test
  void connectionsThatDoNotReadEnd() throws Exception {
    EdgeLimits quick =
        EdgeLimits.standard()
            .withTimes(Duration.ofMillis(200), Duration.ofSeconds(60), Duration.ofSeconds(60));
    try (HttpEdge edge = HttpEdge.bind(OPTIONS.withLimits(quick)).serve(large());
        Wire deaf = Wire.to(edge.address())) {
      deaf.send(get("/large", edge)).awaitAnswer();
      for (int looks = 0; looks < 100 && edge.connections() > 0; looks++) {
        LockSupport.parkNanos(100_000_000);
      }
      assertThat(edge.connections()).isZero();
    }
  }

  @Test
  void onePeerDoesNotTakeAllConnections() throws Exception {
    EdgeLimits two = EdgeLimits.standard().withConnections(100, 2);
    try (HttpEdge edge = HttpEdge.bind(OPTIONS.withLimits(two)).serve(fine())) {
      for (int i = 0; i < 10; i++) {
        Wire held = Wire.to(edge.address()); // and kept open
        assertThat(held.send(get("/", edge)).next().status()).isEqualTo(200);
      }
      assertThat(status(edge, host(edge))).isEqualTo(200);
      assertThat(edge.connections()).isLessThanOrEqualTo(2);
    }
  }

  @Test
  void idleConnectionsEnd() throws IOException {
    EdgeLimits quick =
        EdgeLimits.standard()
            .withTimes(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMillis(200));
    try (HttpEdge edge = HttpEdge.bind(OPTIONS.withLimits(quick)).serve(fine());
        Wire wire = Wire.to(edge.address())) {
      assertThat(wire.send(get("/", edge)).next().status()).isEqualTo(200);
      assertThat(wire.untilClosed()).isEmpty();
    }
  }

  @Test
  void aBugIsToldWithoutItsDetails() throws IOException {
    EdgeRoutes routes =
        new EdgeRoutes()
            .open(
                "GET",
                "/",
                _ -> {
                  throw new IllegalStateException("secret detail");
                });
    try (HttpEdge edge = HttpEdge.bind(OPTIONS).serve(routes);
        Wire wire = Wire.to(edge.address())) {
      Answered answer = wire.send(get("/", edge)).next();

      assertThat(answer.status()).isEqualTo(500);
      assertThat(answer.isProblem()).isTrue();
      assertThat(answer.body()).doesNotContain("secret");
    }
  }

  @Test
  void hangingUpSendsNothing() throws IOException {
    EdgeRoutes routes = new EdgeRoutes().open("GET", "/", _ -> new EdgeAnswer.Hangup());
    try (HttpEdge edge = HttpEdge.bind(OPTIONS).serve(routes);
        Wire wire = Wire.to(edge.address())) {
      assertThat(wire.send(get("/", edge)).untilClosed()).isEmpty();
    }
  }

  @Test
  void beyondLoopbackGuardedRoutesNeedATokenThatNobodyOverhears() {
    EdgeOptions all = OPTIONS.withHost("0.0.0.0");
    EdgeRoutes guarded = new EdgeRoutes().guarded("GET", "/", _ -> EdgeAnswer.text(200, ""));
    for (EdgeOptions open : List.of(all, all.withToken("t"))) {
      assertThatThrownBy(() -> HttpEdge.bind(open).serve(guarded).close())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("beyond loopback");
    }
    HttpEdge.bind(all.withToken("t").withTls(null, true)).serve(guarded).close();
    HttpEdge.bind(all).serve(fine()).close();
  }

  private static EdgeRoutes fine() {
    return new EdgeRoutes().open("GET", "/", _ -> EdgeAnswer.text(200, "fine"));
  }

  /// Answers with more than fits into the buffers of a connection.
  private static EdgeRoutes large() {
    byte[] answer = new byte[64 << 20];
    return fine().open("GET", "/large", _ -> EdgeAnswer.of(200, "application/zip", answer));
  }

  private static String host(HttpEdge edge) {
    URI at = edge.address();
    return "Host: " + at.getHost() + ":" + at.getPort() + "\r\n";
  }

  private static String get(String path, HttpEdge edge) {
    return "GET " + path + " HTTP/1.1\r\n" + host(edge) + "\r\n";
  }

  /// In one of three tries: a server that learns late of connections may take the one that asks for
  /// the one that has waited longest.
  private static boolean isAnsweredSoon(HttpEdge edge) throws IOException {
    for (int tries = 0; tries < 3; tries++) {
      if (status(edge, host(edge)) == 200) {
        return true;
      }
    }
    return false;
  }

  private static int status(HttpEdge edge, String head) throws IOException {
    try (Wire wire = Wire.to(edge.address())) {
      return wire.send("GET / HTTP/1.1\r\n" + head + "\r\n").next().status();
    }
  }
}
