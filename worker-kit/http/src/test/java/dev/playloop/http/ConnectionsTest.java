package dev.playloop.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.http.Wire.Answered;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// How many connections and requests an edge has at once, and which it lets go.
class ConnectionsTest extends EdgeCase {
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
    Slow slow = new Slow();
    EdgeRoutes routes = fine().open("GET", "/slow", _ -> slow.answer());
    EdgeOptions one = OPTIONS.withLimits(EdgeLimits.standard().withCalls(1));
    try (HttpEdge edge = HttpEdge.bind(one).serve(routes);
        Wire wire = Wire.to(edge.address())) {
      wire.send(get("/slow", edge));
      slow.awaitRequest();
      assertThat(status(edge, host(edge))).isEqualTo(429);
      slow.goOn();
      assertThat(wire.next().status()).isEqualTo(200);
      assertThat(status(edge, host(edge))).isEqualTo(200);
    }
  }

  /// Whoever is being answered stays; of the others the one that has waited longest goes.
  @Test
  void newConnectionsDisplaceThoseThatWait() throws Exception {
    Slow slow = new Slow();
    EdgeRoutes routes = fine().open("GET", "/slow", _ -> slow.answer());
    EdgeLimits three = EdgeLimits.standard().withConnections(3, 100);
    try (HttpEdge edge = HttpEdge.bind(OPTIONS.withLimits(three)).serve(routes);
        Wire wire = Wire.to(edge.address())) {
      wire.send(get("/slow", edge));
      slow.awaitRequest();
      for (int i = 0; i < 20; i++) {
        Wire.to(edge.address()); // and keep it open
        assertThat(isAnsweredSoon(edge)).isTrue();
      }
      slow.goOn();
      assertThat(wire.next().body()).isEqualTo("slow");
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
            .withTimes(Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofSeconds(10));
    try (HttpEdge edge = HttpEdge.bind(OPTIONS.withLimits(quick)).serve(fine());
        Wire wire = Wire.to(edge.address())) {
      assertThat(wire.send(get("/", edge)).next().status()).isEqualTo(200);
      assertThat(wire.untilClosed()).isEmpty();
    }
  }

  /// Answers with more than fits into the buffers of a connection.
  private static EdgeRoutes large() {
    byte[] answer = new byte[64 << 20];
    return fine().open("GET", "/large", _ -> EdgeAnswer.of(200, "application/zip", answer));
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

  /// A route that answers once it is told to go on.
  private static final class Slow {
    private final CountDownLatch in = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);

    EdgeAnswer answer() throws InterruptedException {
      in.countDown();
      go.await();
      return EdgeAnswer.text(200, "slow");
    }

    void awaitRequest() throws InterruptedException {
      in.await();
    }

    void goOn() {
      go.countDown();
    }
  }
}
