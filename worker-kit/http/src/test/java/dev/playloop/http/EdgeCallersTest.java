package dev.playloop.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.http.EdgeRoutes.Declared;
import dev.playloop.http.Wire.Answered;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Who gets where, where an edge knows its callers.
class EdgeCallersTest extends EdgeCase {
  private final Known known = new Known();

  /// Somebody with one scope.
  private record Somebody(String name, String scope) implements Caller {}

  private record Needs(String text) implements RouteScope {
    @Override
    public boolean opensFor(Caller caller) {
      return caller instanceof Somebody(String _, String scope) && scope.equals(text);
    }
  }

  private static final class Known implements Callers {
    private final Map<String, Caller> byDigest = new ConcurrentHashMap<>();
    private @Nullable Caller stranger;

    Known add(String token, Caller caller) {
      byDigest.put(sha256(token), caller);
      return this;
    }

    @Override
    public @Nullable Caller find(String sha256) {
      return byDigest.get(sha256);
    }

    @Override
    public @Nullable Caller anonymous() {
      return stranger;
    }
  }

  private EdgeRoutes routes() {
    return new EdgeRoutes()
        .knowing(known)
        .open("GET", "/open", _ -> EdgeAnswer.text(200, "open"))
        .scoped("GET", "/pay", new Needs("pay"), EdgeCallersTest::who)
        .scoped("GET", "/pay/{}", new Needs("pay"), EdgeCallersTest::who);
  }

  private static EdgeAnswer who(EdgeCall call) {
    return EdgeAnswer.text(200, call.known().name() + " " + call.segment());
  }

  @Test
  void onlyWhoHasTheScopeGetsIn() throws IOException {
    known.add("k", new Somebody("kim", "pay")).add("b", new Somebody("bo", "look"));
    try (HttpEdge edge = HttpEdge.bind(OPTIONS).serve(routes())) {
      assertThat(get(edge, "/pay", "Bearer k").body()).isEqualTo("kim ");
      Answered forbidden = get(edge, "/pay", "Bearer b");
      assertThat(forbidden.status()).isEqualTo(403);
      assertThat(forbidden.body()).contains("bo lacks the scope pay").contains("\"scope\"");
      for (String no : List.of("Bearer ", "Bearer K", "Bearer kk", "k", "Basic k", "bearer k")) {
        assertThat(get(edge, "/pay", no).status()).as(no).isEqualTo(401);
      }
      assertThat(get(edge, "/pay", null).status()).isEqualTo(401);
      assertThat(get(edge, "/open", null).status()).isEqualTo(200);
    }
  }

  @Test
  void whoIsRevokedIsOutAtTheNextCall() throws IOException {
    known.add("k", new Somebody("kim", "pay"));
    try (HttpEdge edge = HttpEdge.bind(OPTIONS).serve(routes())) {
      assertThat(get(edge, "/pay", "Bearer k").status()).isEqualTo(200);

      known.byDigest.clear();

      assertThat(get(edge, "/pay", "Bearer k").status()).isEqualTo(401);
    }
  }

  /// A token that ended must not be worth more than none.
  @Test
  void aStrangerIsWhoBringsNoTokenAtAll() throws IOException {
    known.stranger = new Somebody("anybody", "pay");
    try (HttpEdge edge = HttpEdge.bind(OPTIONS).serve(routes())) {
      assertThat(get(edge, "/pay", null).body()).isEqualTo("anybody ");
      assertThat(get(edge, "/pay", "Bearer gone").status()).isEqualTo(401);
    }
  }

  @Test
  void eachCallerHasARateOfItsOwn() throws IOException {
    for (int i = 0; i < 100; i++) {
      known.add("t" + i, new Somebody("p" + i, "pay"));
    }
    try (HttpEdge edge = HttpEdge.bind(OPTIONS.withRate(1)).serve(routes())) {
      // One for all of them would take a hundred seconds for as many calls.
      for (int i = 0; i < 100; i++) {
        assertThat(get(edge, "/pay", "Bearer t" + i).status()).as("caller " + i).isEqualTo(200);
      }
      boolean refused = false;
      for (int i = 0; i < 500 && !refused; i++) {
        refused = get(edge, "/pay", "Bearer t0").status() == 429;
      }
      assertThat(refused).isTrue();
    }
  }

  @Test
  void aSegmentIsTakenAsItStands() throws IOException {
    known.add("k", new Somebody("kim", "pay"));
    try (HttpEdge edge = HttpEdge.bind(OPTIONS).serve(routes())) {
      assertThat(get(edge, "/pay/0a-B_c.d", "Bearer k").body()).isEqualTo("kim 0a-B_c.d");
      for (String no :
          List.of(
              "/pay/",
              "/pay/a/b",
              "/pay/a/",
              "/pay/%61",
              "/pay/..",
              "/pay/.a",
              "/pay/a;b",
              "/pay/{}",
              "/pay/%7B%7D",
              "/pay/a%2fb",
              "/pay/a%00",
              "/pay//a",
              "/x/pay/a",
              "/pay/" + "a".repeat(65))) {
        assertThat(get(edge, no, "Bearer k").status()).as(no).isIn(400, 404);
      }
    }
  }

  @Test
  void aRouteWithoutAScopeIsRefusedWhereCallersAreKnown() {
    EdgeRoutes forgotten = routes().guarded("GET", "/x", EdgeCallersTest::who);
    EdgeRoutes nobody = new EdgeRoutes().scoped("GET", "/x", new Needs("x"), EdgeCallersTest::who);

    assertThatThrownBy(forgotten::declared).hasMessage("GET /x names no scope");
    assertThatThrownBy(nobody::declared).hasMessageContaining("nobody says who has it");
    assertThat(routes().declared())
        .extracting(Declared::path)
        .containsExactly("/open", "/pay", "/pay/{}");
  }

  @Test
  void beyondLoopbackNobodyIsLetInWithoutAToken() {
    EdgeOptions far = OPTIONS.withHost("0.0.0.0").withTls(null, true);
    HttpEdge.bind(far).serve(routes()).close();
    known.stranger = new Somebody("anybody", "pay");

    assertThatThrownBy(() -> HttpEdge.bind(far).serve(routes()).close())
        .hasMessageContaining("beyond loopback");
  }

  private static Answered get(HttpEdge edge, String path, @Nullable String authorization)
      throws IOException {
    String header = authorization == null ? "" : "Authorization: " + authorization + "\r\n";
    try (Wire wire = Wire.to(edge.address())) {
      return wire.send("GET " + path + " HTTP/1.1\r\n" + host(edge) + header + "\r\n").next();
    }
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
