package dev.playloop.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.http.Wire.Answered;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What the edge does for callers who behave, and where it ends.
class EdgeTest extends EdgeCase {
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

  /// It writes on while it is refused, and reads only then.
  @Test
  void whoSendsTooMuchSeesWhy() throws IOException {
    int limit = OPTIONS.limits().bodyBytes();
    int rest = 3 * limit / 1024;
    try (HttpEdge edge =
            HttpEdge.bind(OPTIONS)
                .serve(new EdgeRoutes().open("POST", "/a", _ -> EdgeAnswer.text(200, "fine")));
        Wire wire = Wire.to(edge.address())) {
      wire.send("POST /a HTTP/1.1\r\n" + host(edge))
          .send("Content-Length: " + (limit + rest * 1024) + "\r\n\r\n")
          .send("x".repeat(limit));
      for (int i = 0; i < rest; i++) {
        wire.send("x".repeat(1024));
      }
      Answered refused = wire.next();
      assertThat(refused.status()).isEqualTo(413);
      assertThat(refused.body()).contains("at most " + limit + " bytes");
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
}
